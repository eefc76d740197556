#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <vector>

namespace warner::tests {

/// Pearson's statistic of a sample on the integers against the mass function of a law, and its degrees of freedom.
struct ChiSquared {
  double statistic = 0;
  int degrees = 0;

  /// Above degrees + 2 sqrt(degrees t) + 2 t with probability at most e^-t [LM00]: here t = ln 1e9.
  bool refutes_at_1e9() const {
    constexpr double t = 20.73;
    return statistic > degrees + 2 * std::sqrt(degrees * t) + 2 * t;
  }
};

/// One cell an integer where at least a hundred draws are expected, and one for all the rest. A draw that is no integer
/// falls among the rest, and so do NaN and infinities.
inline ChiSquared chi_squared(std::vector<double> const& sample, std::function<double(double)> const& pmf) {
  auto const n = static_cast<double>(sample.size());
  std::map<double, double> observed;
  for (auto const x : sample)
    if (std::isfinite(x)) observed[x] += 1;
  ChiSquared result;
  double expected_rest = n, observed_rest = n;
  auto const cell = [&](double z) {
    auto const expected = n * pmf(z);
    if (expected < 100) return false;
    auto const count = observed.contains(z) ? observed[z] : 0;
    result.statistic += (count - expected) * (count - expected) / expected;
    ++result.degrees;
    expected_rest -= expected;
    observed_rest -= count;
    return true;
  };
  for (double z = -1000; z <= 1000; ++z) cell(z);
  result.degrees -= 1;
  if (expected_rest > 1e-6 * n ||
      observed_rest > 0) {  // a rest that the law does not know counts fully against the sample
    expected_rest = std::max(expected_rest, 1e-3);
    result.statistic += (observed_rest - expected_rest) * (observed_rest - expected_rest) / expected_rest;
    result.degrees += 1;
  }
  return result;
}

}  // namespace warner::tests
