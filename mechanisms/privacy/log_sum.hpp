#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace warner::mechanisms::privacy {

/// ln(e^a + e^b): far below what a double holds there are outcomes still, and their ratios count.
inline double log_sum(double a, double b) {
  auto const [less, more] = std::minmax(a, b);
  return less == -std::numeric_limits<double>::infinity() ? more : more + std::log1p(std::exp(less - more));
}

}  // namespace warner::mechanisms::privacy
