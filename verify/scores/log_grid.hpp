#pragma once

#include <cmath>

namespace warner::verify {

/// A logarithm to the nearest multiple of 2^-30, since its last bit is the machine's.
inline double on_a_grid(double logarithm) { return std::nearbyint(logarithm * 0x1p30) * 0x1p-30; }

}  // namespace warner::verify
