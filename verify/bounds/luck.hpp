#pragma once

#include <algorithm>
#include <cmath>

namespace warner::verify {

/// What chance alone gives the largest of so many normal numbers, in standard errors: the leading term of its
/// expectation.
inline double luck_of_the_largest(double many) { return std::sqrt(2 * std::log(std::max(many, 1.0))); }

}  // namespace warner::verify
