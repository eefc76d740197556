#pragma once

#include <cmath>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::verify {

/// The end of the interval [0, x] on which a wealth that falls in x is at least 1 / level, rounded down; 0 when it is
/// nowhere. x is sought up to 1024.
template <class LogWealth>
double last_refuted(double level, LogWealth const& log_wealth_at) {
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  auto const needed = -std::log(level) * (1 + 0x1p-50);
  auto const refuted = [&](double x) { return log_wealth_at(x) >= needed; };
  if (!refuted(0)) return 0;
  double low = 0, high = 1;
  while (high < 690 && refuted(high)) low = high, high *= 2;
  for (int i = 0; i < 60 && high - low > 1e-13 * high; ++i) {
    auto const middle = low + (high - low) / 2;
    (refuted(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace warner::verify
