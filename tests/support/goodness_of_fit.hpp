#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace warner::tests {

/// Kolmogorov-Smirnov: sqrt(n) times the largest distance between the empirical and the given distribution function.
/// Above 3.3 with probability below 1e-9 under the law (two-sided DKW bound, 2 exp(-2 x^2)) [M90].
inline double kolmogorov_smirnov(std::vector<double> sample, std::function<double(double)> const& cdf) {
  std::ranges::sort(sample);
  auto const n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    auto const f = cdf(sample[i]);
    distance = std::max({distance, f - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - f});
  }
  return std::sqrt(n) * distance;
}
inline constexpr double ks_refutes_at_1e9 = 3.3;

/// The same for a law on the integers: the jumps are compared at the integers only, where the bound holds as well.
inline double kolmogorov_smirnov_discrete(std::vector<double> sample, std::function<double(double)> const& cdf) {
  std::ranges::sort(sample);
  auto const n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i)
    if (i + 1 == sample.size() || sample[i + 1] != sample[i]) {
      distance = std::max(distance, std::fabs(static_cast<double>(i + 1) / n - cdf(sample[i])));
      auto const below = static_cast<double>(std::ranges::lower_bound(sample, sample[i]) - sample.begin()) / n;
      distance = std::max(distance, std::fabs(below - cdf(sample[i] - 1)));
    }
  return std::sqrt(n) * distance;
}

}  // namespace warner::tests
