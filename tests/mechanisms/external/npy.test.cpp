#include "mechanisms/external/npy.hpp"

#include <cstring>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms::external;
using Catch::Contains;

namespace {

/// A file as NumPy writes it.
ReleaseFile file_of(std::string const& header, std::string const& data) {
  auto const text = std::string{"\x93NUMPY\x01\x00", 8} + static_cast<char>(header.size()) + '\0' + header + data;
  return {.path = "y.npy", .text = {text.begin(), text.end()}};
}

std::vector<double> numbers_of(std::string const& header, std::string const& data) {
  auto file = file_of(header, data);
  read_npy(file);
  std::vector<double> numbers(file.lines.size() * file.numbers);
  for (std::size_t i = 0; i < file.lines.size(); ++i)
    std::memcpy(&numbers[i * file.numbers], file.lines[i].data(), 8 * file.numbers);
  return numbers;
}

}  // namespace

TEST_CASE("arrays of NumPy are read, of any type of numbers", "[mechanisms][external]") {
  using Numbers = std::vector<double>;
  CHECK(numbers_of("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n",
                   std::string{"\0\0\0\0\0\0\xf8\x3f\0\0\0\0\0\0\0\xc0", 16}) == Numbers{1.5, -2});
  CHECK(numbers_of("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", std::string{"\0\0\xc0\x3f", 4}) ==
        Numbers{1.5});
  CHECK(numbers_of("{'descr': '<f2', 'fortran_order': False, 'shape': (2,), }", std::string{"\0\x3e\1\0", 4}) ==
        Numbers{1.5, 0x1p-24});
  CHECK(numbers_of("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }", std::string{"\xff\xfe\0\7", 4}) ==
        Numbers{-2, 7});
  CHECK(numbers_of("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 1), }", std::string{"\xff\x00", 2}) ==
        Numbers{255, 0});
  CHECK(numbers_of("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", std::string{"\1\0", 2}) ==
        Numbers{1, 0});
}

TEST_CASE("an array that can not be read is refused by what it is", "[mechanisms][external]") {
  auto const refused = [](std::string const& header, std::string const& data) {
    auto file = file_of(header, data);
    read_npy(file);
  };
  CHECK_THROWS_WITH(refused("{'descr': '<U3', 'fortran_order': False, 'shape': (1,), }", "xxxxxxxxxxxx"),
                    Contains("y.npy: is an array of '<U3'"));
  CHECK_THROWS_WITH(refused("{'descr': '<f8', 'fortran_order': True, 'shape': (1, 1), }", std::string(8, '\0')),
                    Contains("Fortran order"));
  CHECK_THROWS_WITH(refused("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 1), }", std::string(8, '\0')),
                    Contains("3 dimensions"));
  CHECK_THROWS_WITH(refused("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", std::string(8, '\0')),
                    Contains("no whole"));
  CHECK_THROWS_WITH(refused("{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }", ""), Contains("no releases"));
  CHECK_THROWS_WITH(
      refused("{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }", std::string{"\1\0\0\0\0\0\x40\0", 8}),
      Contains("beyond 2^53"));
  CHECK_THROWS_WITH(refused("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }", ""),
                    Contains("y.npy"));
}
