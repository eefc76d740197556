#include "verify/bounds/certified_width.hpp"

#include <cmath>
#include <random>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// Counts of so many trials, of which a share is guessed, with these odds.
sim::Tally counted(std::uint64_t trials, double speaks, double epsilon, std::mt19937_64& random) {
  auto const spoke = std::binomial_distribution<std::uint64_t>{trials, speaks}(random);
  auto const right = std::binomial_distribution<std::uint64_t>{spoke, 1 / (1 + std::exp(-epsilon))}(random);
  return {right, spoke - right, trials - spoke};
}

}  // namespace

// The plan reads each count two standard errors low: of 400 plans more than a twentieth must not miss (1e-6).
TEST_CASE("as many trials as are planned bring the bound so near", "[verify][statistical]") {
  std::mt19937_64 random{5};
  for (auto const speaks : {1.0, 0.05})
    for (auto const epsilon : {0.001, 1.0, 4.0})
      for (auto const delta : {0.0, 1e-4}) {
        if (delta > 0 && epsilon < 0.1) continue;  // a bound of 0 there
        auto missed = 0, generous = 0;
        for (auto i = 0; i < 400; ++i) {
          auto const pilot =
              counted(static_cast<std::uint64_t>(200 * (1 + std::exp(epsilon)) / speaks), speaks, epsilon, random);
          auto const planned = trials_for_width(pilot, delta, 0.05, 0.05, std::uint64_t{1} << 50);
          REQUIRE(planned.has_value());
          auto const width = certified_width(counted(*planned, speaks, epsilon, random), delta, 0.05);
          missed += width > 0.05;
          generous += width > 0.03;
        }
        CAPTURE(speaks, epsilon, delta);
        CHECK(missed <= 20 + 22);
        if (epsilon >= 1) CHECK(generous >= 380);
      }
}

TEST_CASE("no width is planned where one guess is hardly ever made", "[verify]") {
  CHECK(!trials_for_width({1000, 0, 0}, 0, 0.05, 0.1, 1'000'000));
  CHECK(!trials_for_width({1000, 3, 0}, 0, 0.05, 0.1, 1'000'000));
  CHECK(!trials_for_width({0, 0, 1000}, 0, 0.05, 0.1, 1'000'000));
  CHECK(!trials_for_width({}, 0, 0.05, 0.1, 1'000'000));
  CHECK(trials_for_width({1000, 400, 0}, 0, 0.05, 1e-9, 1'000'000) == 1'000'000);
  CHECK(!tells_width({1000, 99, 0}));
  CHECK(tells_width({1000, 100, 0}));
}
