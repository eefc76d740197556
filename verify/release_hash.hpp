#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace warner::verify {

/// The bits that tell one number of a release from another: zeros of either sign differ, NaNs do not.
inline std::uint64_t bits_of(double y) { return std::bit_cast<std::uint64_t>(std::isnan(y) ? std::numeric_limits<double>::quiet_NaN() : y); }

/// A hash of the release whose numbers are number(0), .., number(width - 1).
template <class Number>
std::uint64_t hash_of_release(std::size_t width, Number const& number) {
  std::uint64_t hash = 0;
  for (std::size_t j = 0; j < width; ++j) {
    hash = (hash ^ bits_of(number(j))) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace warner::verify
