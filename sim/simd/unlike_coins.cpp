// Coins compared byte by byte, compiled once for each instruction set.

#include "sim/unlike_coins.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/unlike_coins.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Of each of `n` rows of 64 bytes, `every` rows apart: how many bytes are below theirs, added to sums, and which are
/// level.
void compare_bytes(std::uint64_t const* words, std::size_t n, std::size_t every, std::uint8_t const* first_bytes,
                   std::uint64_t present, std::uint64_t* sums, std::uint64_t* level) {
  constexpr hn::CappedTag<std::uint8_t, 64> bytes;
  for (std::size_t i = 0; i < n; ++i) {
    auto const* row = reinterpret_cast<std::uint8_t const*>(words + 8 * every * i);
    std::uint64_t below = 0, equal = 0;
    for (std::size_t at = 0; at < 64; at += hn::Lanes(bytes)) {
      auto const drawn = hn::LoadU(bytes, row + at), first = hn::LoadU(bytes, first_bytes + at);
      below += hn::CountTrue(bytes, hn::Lt(drawn, first));
      std::uint8_t mask[8] = {};
      hn::StoreMaskBits(bytes, hn::Eq(drawn, first), mask);
      std::uint64_t bits;
      std::memcpy(&bits, mask, sizeof bits);
      equal |= bits << at;
    }
    sums[i] += below;  // a coin that is not there has first byte 0, and nothing is below it
    level[i] = equal & present;
  }
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(compare_bytes);

UnlikeCoins::UnlikeCoins(std::vector<std::uint64_t> thresholds)
    : thresholds_{std::move(thresholds)}, rows_((thresholds_.size() + 63) / 64) {
  for (std::size_t j = 0; j < thresholds_.size(); ++j) {
    rows_[j / 64].first_bytes[j % 64] = static_cast<std::uint8_t>(thresholds_[j] >> 56);
    rows_[j / 64].present |= std::uint64_t{1} << j % 64;
  }
}

void fill_sums(Stream& stream, UnlikeCoins const& coins, double location, std::span<double> out) {
  obey_environment();
  constexpr std::size_t most = 64;
  auto const rows = coins.rows();
  std::vector<std::uint64_t> words(8 * most * rows.size()), level(most * rows.size());
  std::array<std::uint64_t, most> sums;
  std::array<std::uint64_t, 16> settling;
  for (; !out.empty(); out = out.subspan(std::min(most, out.size()))) {
    auto const n = std::min(most, out.size());
    stream.fill(std::span{words}.first((n * rows.size() + 1) / 2 * 16));  // rows come in pairs
    sums.fill(0);
    for (std::size_t r = 0; r < rows.size(); ++r) HWY_DYNAMIC_DISPATCH(compare_bytes)
    (words.data() + 8 * r, n, rows.size(), rows[r].first_bytes.data(), rows[r].present, sums.data(),
     level.data() + r * most);
    std::size_t used = settling.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t r = 0; r < rows.size(); ++r)
        for (auto open = level[r * most + i]; open != 0; open &= open - 1) {
          if (used == settling.size()) stream.fill(settling), used = 0;
          sums[i] +=
              settling[used++] >> 8 <
              (coins.threshold(64 * r + static_cast<std::size_t>(std::countr_zero(open))) & (~std::uint64_t{0} >> 8));
        }
      out[i] = location + static_cast<double>(sums[i]);
    }
  }
}

}  // namespace warner::sim
#endif
