#pragma once

#include <cmath>
#include <vector>

namespace warner::tests {

/// How many standard errors the mean and the variance of a sample are off those of the law. Each is beyond 6.1 with
/// probability about 1e-9 for a sound sampler, the law having four moments.
struct MomentErrors {
  double mean, variance;
};

inline MomentErrors moment_errors(std::vector<double> const& sample, double mean, double variance) {
  auto const n = static_cast<double>(sample.size());
  double sum = 0, squares = 0, fourths = 0;
  for (auto const x : sample) {
    auto const d2 = (x - mean) * (x - mean);
    sum += x - mean;
    squares += d2;
    fourths += d2 * d2;
  }
  return {sum / std::sqrt(n * variance), (squares / n - variance) / std::sqrt((fourths / n - variance * variance) / n)};
}

}  // namespace warner::tests
