#pragma once

#include <algorithm>
#include <cstdint>

namespace warner::verify {

/// The least count in [low, high] that holds, of a condition that holds from some count on; high + 1 where none does.
///
///   1. Steps outwards from `guess`, by steps that double, until the count is enclosed.
///   2. Bisects.
template <class Holds>
std::uint64_t least_count(std::uint64_t low, std::uint64_t high, std::uint64_t guess, Holds const& holds) {
  if (low > high) return high + 1;
  guess = std::clamp(guess, low, high);
  auto known = high + 1;  // holds there, or nowhere
  if (holds(guess)) {
    known = guess;
    for (std::uint64_t step = 1; low < known; step *= 2) {
      auto const next = known - std::min(step, known - low);
      if (!holds(next)) {
        low = next + 1;
        break;
      }
      known = next;
    }
  } else {
    low = guess + 1;
    for (std::uint64_t step = 1; low < known; step *= 2) {
      auto const next = low + std::min(step, known - 1 - low);
      if (holds(next)) {
        known = next;
        break;
      }
      low = next + 1;
    }
  }
  while (low < known) {
    auto const middle = low + (known - low) / 2;
    if (holds(middle)) known = middle;
    else low = middle + 1;
  }
  return known;
}

/// The same by bisection alone.
template <class Holds>
std::uint64_t least_count(std::uint64_t low, std::uint64_t high, Holds const& holds) {
  if (low > high || !holds(high)) return high + 1;
  while (low < high) {
    auto const middle = low + (high - low) / 2;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

}  // namespace warner::verify
