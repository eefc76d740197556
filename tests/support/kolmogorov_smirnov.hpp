#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace warner::tests {

/// Kolmogorov-Smirnov: sqrt(n) times the largest distance between the empirical and the given distribution function,
/// for a continuous law. Above x with probability at most 2 exp(-2 x^2) under the law, for every n [M90]. Infinite
/// where a draw is no number.
inline double kolmogorov_smirnov(std::vector<double> sample, std::function<double(double)> const& cdf) {
  if (std::ranges::any_of(sample, [](double x) { return std::isnan(x); }))
    return std::numeric_limits<double>::infinity();
  std::ranges::sort(sample);
  auto const n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    auto const f = cdf(sample[i]);
    distance = std::max({distance, f - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - f});
  }
  return std::sqrt(n) * distance;
}

/// What a sound sampler exceeds with probability below 1e-9.
inline constexpr double ks_refutes_at_1e9 = 3.3;

}  // namespace warner::tests
