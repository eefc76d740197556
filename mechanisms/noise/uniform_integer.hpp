#pragma once

#include <bit>
#include <cstdint>

#include "sim/stream.hpp"

namespace warner::mechanisms::noise {

__extension__ using Wide = unsigned __int128;

/// Uniform on 0, .., bound - 1, exactly: as many bits as bound - 1 has, again until they are below the bound. bound >=
/// 1.
inline Wide uniform_below(Wide bound, sim::Stream& stream) {
  auto const top = static_cast<std::uint64_t>((bound - 1) >> 64), low = static_cast<std::uint64_t>(bound - 1);
  auto const low_mask = top > 0 ? ~std::uint64_t{0} : low == 0 ? 0 : ~std::uint64_t{0} >> std::countl_zero(low);
  auto const top_mask = top > 0 ? ~std::uint64_t{0} >> std::countl_zero(top) : 0;
  for (;;) {
    Wide x = stream.word() & low_mask;
    if (top_mask > 0) x |= Wide{stream.word() & top_mask} << 64;
    if (x < bound) return x;
  }
}

}  // namespace warner::mechanisms::noise
