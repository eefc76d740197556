#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "mechanisms/contract/batch.hpp"

namespace warner::verify {

/// The bits that tell one number of a release from another: zeros of either sign differ, NaNs do not.
inline std::uint64_t bits_of(double y) {
  return std::bit_cast<std::uint64_t>(std::isnan(y) ? std::numeric_limits<double>::quiet_NaN() : y);
}

/// A hash of the release whose numbers are number(0), .., number(width - 1).
/// All of its bits depend on all bits of all numbers: short numbers differ in their high bits alone, and a product
/// carries upwards only.
template <class Number>
std::uint64_t hash_of_release(std::size_t width, Number const& number) {
  std::uint64_t hash = 0;
  for (std::size_t j = 0; j < width; ++j) {
    hash = (hash ^ bits_of(number(j))) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  for (int i = 0; i < 2; ++i) hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

/// Of one release of a batch.
inline std::uint64_t hash_of(mechanisms::ConstBatch releases, std::size_t i) {
  return hash_of_release(releases.width(), [&](std::size_t j) { return releases(i, j); });
}

}  // namespace warner::verify
