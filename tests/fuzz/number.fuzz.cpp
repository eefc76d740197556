// Numbers of the command line: what is read is written and read again as the same number, and only what is in range is
// read.
#include "cli/number.hpp"

#include <bit>
#include <string>

#include <fmt/format.h>

#include "tests/fuzz/fuzz.hpp"

using namespace warner;
using namespace warner::tests;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text{typed(data, size)};
  if (auto const real = accepted([&] { return cli::real_from("x", text); })) {
    auto const again = cli::real_from("x", fmt::format("{}", *real));
    must((*real != *real && again != again) ||
             std::bit_cast<std::uint64_t>(*real) == std::bit_cast<std::uint64_t>(again),
         "a real number is written and read again");
  }
  if (auto const count = accepted([&] { return cli::count_from("x", text); })) {
    must(*count <= std::uint64_t{1} << 53, "a count is no more than 2^53");
    must(cli::count_from("x", std::to_string(*count)) == *count, "a count is written and read again");
  }
  if (auto const seed = accepted([&] { return cli::seed_from("x", text); }))
    must(cli::seed_from("x", std::to_string(*seed)) == *seed, "a seed is written and read again");
  return 0;
}
