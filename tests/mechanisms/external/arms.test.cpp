#include "mechanisms/external/arms.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::mechanisms::external;

TEST_CASE("an arm says which it is", "[mechanisms][external]") {
  CHECK(arm_of(arms().d) == 0);
  CHECK(arm_of(arms().d_prime) == 1);
  CHECK(arm_of({2}) == 2);  // of several datasets
  for (auto const& data : std::vector<Dataset>{{}, {0.5}, {-1}, {1e300}, {0, 1}, {std::nan("")}})
    CHECK_THROWS_AS(arm_of(data), std::logic_error);
}

TEST_CASE("either range is selected, to the last bit", "[mechanisms][external]") {
  std::string const a = "some text", b = "in bytes\n";
  std::string text(a.size(), ' ');
  select(false, std::span{a}, std::span{b}, std::span{text});
  CHECK(text == a);
  select(true, std::span{a}, std::span{b}, std::span{text});
  CHECK(text == b);
  std::vector<double> const x{0, 1, std::nan(""), 5e-324}, y{-0.0, 1, std::numeric_limits<double>::infinity(), 1e300};
  std::vector<double> numbers(4);
  for (auto const second : {false, true}) {
    select(second, std::span{x}, std::span{y}, std::span{numbers});
    for (std::size_t i = 0; i < numbers.size(); ++i)
      CHECK(std::bit_cast<std::uint64_t>(numbers[i]) == std::bit_cast<std::uint64_t>((second ? y : x)[i]));
  }
  std::vector<double> few(3);
  CHECK_THROWS_AS(select(true, std::span{x}, std::span{y}, std::span{few}), std::logic_error);
}
