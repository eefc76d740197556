#pragma once

#include <functional>

namespace warner::verify {

/// Inverts a wealth that falls in x: the end of the interval [0, x] on which it is at least 1 / level.
/// Rounded down, sought up to 1024; 0 where the wealth is nowhere so large.
/// @throws std::invalid_argument unless level is in (0, 1).
double greatest_refuted(double level, std::function<double(double x)> const& log_wealth_at);

}  // namespace warner::verify
