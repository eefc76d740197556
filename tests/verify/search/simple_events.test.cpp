#include "verify/search/simple_events.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;
using Catch::Matchers::WithinAbs;

namespace {

constexpr auto nan_value = std::numeric_limits<double>::quiet_NaN();

/// Counts of one column, of two datasets.
double best_bound(std::vector<double> const& d, std::vector<double> const& d_prime, double caution = 0) {
  mechanisms::ConstBatch const all[]{{d.data(), d.size(), 1}, {d_prime.data(), d_prime.size(), 1}};
  SimpleEvents const events{all, {0}};
  SimpleEvents::Counts one, other;
  events.add(all[0], one);
  events.add(all[1], other);
  return events.best_bound(one, other, {.delta = 0, .level = 0.05, .trials = 100'000'000}, caution);
}

/// So many times each value.
std::vector<double> times(std::vector<std::pair<double, std::size_t>> const& many) {
  std::vector<double> values;
  for (auto const& [value, n] : many) values.insert(values.end(), n, value);
  return values;
}

}  // namespace

TEST_CASE("simple events are values, tails and NaN, in either direction", "[verify]") {
  auto const rare = std::log(9.67 / 1.68);  // by the medians of what may be behind ten counts and one
  CHECK_THAT(best_bound(times({{0, 450}, {1, 10}, {2, 540}}), times({{0, 459}, {1, 1}, {2, 540}})),
             WithinAbs(rare, 0.01));  // a value in the middle
  CHECK_THAT(best_bound(times({{0, 999}, {nan_value, 1}}), times({{0, 990}, {nan_value, 10}})), WithinAbs(rare, 0.01));
  std::vector<double> spread(1000);
  std::iota(spread.begin(), spread.end(), 0.0);
  auto shifted = spread;
  for (std::size_t i = 990; i < 999; ++i) shifted[i] = 500;
  CHECK(best_bound(spread, shifted) > 1.3);
  CHECK(best_bound(spread, spread) <= 0);
}

TEST_CASE("few counts are little evidence, and a dataset that released more is scaled", "[verify]") {
  auto const few = best_bound(times({{0, 997}, {1, 3}}), times({{0, 1000}}));
  CHECK_THAT(few, WithinAbs(std::log(2.69 / 0.69), 0.1));
  CHECK_THAT(best_bound(times({{0, 99'700}, {1, 300}}), times({{0, 1000}})), WithinAbs(few, 1e-9));
  CHECK(best_bound({}, times({{0, 1000}})) < 0);
}

// Red where events are passed over whose plug-in odds are smaller: hope may promise more of fewer counts.
TEST_CASE("with hope the best of several events is no smaller than any of them", "[verify]") {
  auto const many = times({{0, 2020}, {1, 1880}, {2, 100}}), fewer = times({{0, 200}, {1, 3790}, {2, 10}});
  auto const mirrored = [](std::vector<double> values) {
    for (auto& y : values) y = 2 - y;
    return values;
  };
  constexpr double hope = -0.5;
  CHECK(best_bound(many, fewer, hope) == best_bound(mirrored(many), mirrored(fewer), hope));
}
