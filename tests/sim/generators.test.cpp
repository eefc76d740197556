#include "sim/ars.hpp"
#include "sim/philox.hpp"
#include "tests/golden/random123.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::sim;

namespace {

Word128 word128(std::array<std::uint32_t, 4> const& w) {
  return {w[0] | std::uint64_t{w[1]} << 32, w[2] | std::uint64_t{w[3]} << 32};
}

}  // namespace

TEST_CASE("Philox4x32-10 has Random123's known answers", "[sim][golden]") {
  for (auto const& known : golden::philox_answers) CHECK(philox4x32_10(known.counter, known.key) == known.answer);
}

TEST_CASE("ARS4x32-7 has Random123's known answers", "[sim][golden]") {
  for (auto const& known : golden::ars_answers)
    CHECK(ars4x32_7(word128(known.counter), word128(known.key)) == word128(known.answer));
}
