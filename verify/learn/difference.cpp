#include "verify/learn/difference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "verify/learn/looks.hpp"

namespace warner::verify {

double Difference::beyond_mean() const { return std::max(0.0, statistic - freedom); }
double Difference::beyond_chance() const {
  return statistic - freedom - verify::beyond_chance * std::sqrt(2 * freedom);
}

Difference difference(std::span<double const> a, std::span<double const> b) {
  auto const in_a = std::accumulate(a.begin(), a.end(), 0.0), in_b = std::accumulate(b.begin(), b.end(), 0.0);
  if (in_a == 0 || in_b == 0) return {0, 1};
  Difference found{0, -1};
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] + b[i] == 0) continue;
    auto const off = a[i] * std::sqrt(in_b / in_a) - b[i] * std::sqrt(in_a / in_b);
    found.statistic += off * off / (a[i] + b[i]);
    ++found.freedom;
  }
  found.freedom = std::max(1.0, found.freedom);
  return found;
}

}  // namespace warner::verify
