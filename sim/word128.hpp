#pragma once

#include <cstdint>

namespace warner::sim {

/// 128 bits, low half first.
struct Word128 {
  std::uint64_t low = 0, high = 0;
  friend constexpr bool operator==(Word128 const&, Word128 const&) = default;
  friend constexpr Word128 operator^(Word128 a, Word128 b) { return {a.low ^ b.low, a.high ^ b.high}; }
};

}  // namespace warner::sim
