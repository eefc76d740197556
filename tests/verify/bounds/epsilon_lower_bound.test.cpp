#include "verify/bounds/epsilon_lower_bound.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/support/catch.hpp"
#include "verify/bounds/clopper_pearson.hpp"

using namespace warner;
using sim::Tally;
using verify::epsilon_lower_bound;

namespace {

/// Pr[bound > epsilon] when every trial speaks and Pr[right] sits at the boundary: a sum over all tallies, no
/// simulation.
double exact_size(std::uint64_t n, double epsilon, double level, std::uint64_t odds) {
  auto const pi = 1 / (1 + static_cast<double>(odds) * std::exp(-epsilon));
  std::uint64_t low = 0, high = n + 1;  // the bound grows with the right guesses: find the first that refutes
  while (low < high) {
    auto const middle = (low + high) / 2;
    if (middle <= n && epsilon_lower_bound({middle, n - middle, 0, odds}, 0, level) <= epsilon) low = middle + 1;
    else high = middle;
  }
  return verify::binomial_at_least(low, n, pi);
}

/// The same for the usual way: a Clopper-Pearson bound on each arm at half the level.
double two_arm_bound(double right, double wrong, double n, double level) {
  auto const r =
      verify::clopper_pearson_lower(static_cast<std::uint64_t>(right), static_cast<std::uint64_t>(n), level / 2);
  auto const w =
      verify::clopper_pearson_upper(static_cast<std::uint64_t>(wrong), static_cast<std::uint64_t>(n), level / 2);
  return std::log(r / w);
}

}  // namespace

TEST_CASE("the pure bound is exact: its size is at most the level and not far below it", "[verify]") {
  for (auto const epsilon : {0.0, 0.1, 1.0, 3.0})
    for (auto const level : {0.1, 0.05, 0.001})
      for (auto const n : {100u, 1'000u, 10'000u, 1'000'000u})
        for (auto const odds : {1u, 7u}) {
          CAPTURE(epsilon, level, n, odds);
          auto const size = exact_size(n, epsilon, level, odds);
          CHECK(size <= level);
          if (n >= 10'000) CHECK(size >= 0.85 * level);  // what is missing is the discreteness of counts
        }
}

TEST_CASE("the conditional bound is tighter than two Clopper-Pearson arms", "[verify]") {
  // Laplace, epsilon 0.1, 1e6 trials, expected counts of the best event pair y <= 0, y >= 1.
  auto const right = 500'000.0, wrong = right * std::exp(-0.1);
  auto const ours = epsilon_lower_bound(
      {500'000, static_cast<std::uint64_t>(wrong), 1'000'000 - 500'000 - static_cast<std::uint64_t>(wrong)}, 0, 0.05);
  CHECK(ours == Catch::Approx(0.0966).margin(0.0003));
  auto const theirs =
      two_arm_bound(right / 2, wrong / 2, 5e5, 0.05);  // the same trials, one event, half of them an arm
  CHECK(theirs == Catch::Approx(0.0942).margin(0.0002));
  CHECK(ours > theirs + 0.002);
}

TEST_CASE("the bound at delta > 0 is the logarithm of its two parts", "[verify]") {
  Tally const tally{600, 100, 300};
  auto const r = verify::clopper_pearson_lower(600, 1000, 0.025), w = verify::clopper_pearson_upper(100, 1000, 0.025);
  CHECK(epsilon_lower_bound(tally, 0.01, 0.05) == Catch::Approx(std::log((r - 0.01) / w)));
  CHECK(epsilon_lower_bound(tally, 0.6, 0.05) == 0);
  CHECK(epsilon_lower_bound(tally, 0.01, 0.05) < epsilon_lower_bound(tally, 0, 0.05));
}

TEST_CASE("a biased coin's odds are added, and less of delta is spent", "[verify]") {
  Tally const fair{50, 50, 900}, biased{50, 50, 900, 7};
  auto const p = verify::clopper_pearson_lower(50, 100, 0.05);
  CHECK(epsilon_lower_bound(fair, 0, 0.05) == 0);
  CHECK(epsilon_lower_bound(biased, 0, 0.05) == Catch::Approx(std::log(7 * p / (1 - p))));
  auto const r = verify::clopper_pearson_lower(50, 1000, 0.025), w = verify::clopper_pearson_upper(50, 1000, 0.025);
  CHECK(epsilon_lower_bound(biased, 0.01 / 8, 0.05) == Catch::Approx(std::log(7 * (r - 0.01 / 8) / w)));
  CHECK(verify::epsilon_estimate(biased, 0) == Catch::Approx(std::log(7)));
  CHECK(verify::epsilon_estimate({100, 700, 0, 7}, 0) == 0);
  CHECK(epsilon_lower_bound({0, 0, 1000, 7}, 0, 0.05) == 0);
}

TEST_CASE("no guess gives 0, no mistake gives a finite bound and an infinite estimate", "[verify]") {
  CHECK(epsilon_lower_bound({}, 0, 0.05) == 0);
  CHECK(epsilon_lower_bound({0, 0, 1000}, 1e-6, 0.05) == 0);
  CHECK(epsilon_lower_bound({50, 50, 0}, 0, 0.05) == 0);
  CHECK(epsilon_lower_bound({1'000'000, 0, 0}, 0, 0.05) == Catch::Approx(12.72).margin(0.01));
  CHECK(std::isinf(verify::epsilon_estimate({10, 0, 0}, 0)));
  CHECK(verify::epsilon_estimate({30, 10, 0}, 0) == Catch::Approx(std::log(3)));
}

TEST_CASE("the bound refuses a level or a delta that is none", "[verify]") {
  CHECK_THROWS_AS(epsilon_lower_bound({1, 1, 0}, 0, 1), std::invalid_argument);
  CHECK_THROWS_AS(epsilon_lower_bound({1, 1, 0}, -0.1, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(epsilon_lower_bound({1, 1, 0}, std::nan(""), 0.05), std::invalid_argument);
}
