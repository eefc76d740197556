#include "verify/bounds/paired_times.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/bounds/clopper_pearson.hpp"

namespace warner::verify {
namespace {

constexpr double fair = 0.5;
constexpr double rounding = 1e-9;  // of the incomplete beta function, by far

void validate(std::span<TimePair const> pairs, double factor) {
  require(factor > 0 && std::isfinite(factor), fmt::format("factor: {} is no positive number", factor));
  for (auto const& pair : pairs) require(pair.base > 0 && pair.head > 0, "time: it is zero (more work takes longer)");
}

/// That so many of n fair coins, or more, fall on one side.
double p_value_of(std::size_t count, std::size_t n) {
  return std::min(1.0, binomial_at_least(count, n, fair) * (1 + rounding));
}

/// How many ratios from one end the interval begins: its k-th from there on is an end; none where that is 0.
std::size_t order_of_end(std::size_t n, double each_side) {
  // The k-th smallest is above the median only where k - 1 signs at most are on its side.
  std::size_t k = 0;
  while (k < n && binomial_at_most(k, n, fair) * (1 + rounding) <= each_side) ++k;
  return k;
}

}  // namespace

double p_value_of_larger_times(std::span<TimePair const> pairs, double factor) {
  validate(pairs, factor);
  auto const above = std::ranges::count_if(pairs, [&](TimePair const& pair) { return pair.ratio() > factor; });
  return p_value_of(static_cast<std::size_t>(above), pairs.size());
}

double p_value_of_smaller_times(std::span<TimePair const> pairs, double factor) {
  validate(pairs, factor);
  auto const below = std::ranges::count_if(pairs, [&](TimePair const& pair) { return pair.ratio() < factor; });
  return p_value_of(static_cast<std::size_t>(below), pairs.size());
}

TimeRatio ratio_of_times(std::span<TimePair const> pairs, double level) {
  validate(pairs, 1);
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  if (pairs.empty()) return {1, 0, infinity};
  std::vector<double> ratios;
  for (auto const& pair : pairs) ratios.push_back(pair.ratio());
  std::ranges::sort(ratios);
  auto const n = ratios.size(), k = order_of_end(n, level / 2);
  auto const median = std::sqrt(ratios[(n - 1) / 2] * ratios[n / 2]);
  return k == 0 ? TimeRatio{median, 0, infinity} : TimeRatio{median, ratios[k - 1], ratios[n - k]};
}

std::size_t pairs_needed(double level) {
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  constexpr std::size_t one_in = 5;
  std::size_t n = 1;
  while (p_value_of(n - n / one_in, n) > level) ++n;
  return n;
}

}  // namespace warner::verify
