// Bit-sliced coins, compiled once for each instruction set.

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "sim/bits.hpp"
#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/bits.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Compares groups of 512 numbers, given as `slices` rows of eight words each, with the first bits of the threshold: which are less, which
/// are not yet decided. Returns whether any is undecided.
bool compare_slices(std::uint64_t const* rows, std::size_t groups, std::size_t slices, std::uint64_t threshold, std::uint64_t* less,
                    std::uint64_t* undecided) {
  constexpr hn::CappedTag<std::uint64_t, 8> w;
  HWY_ALIGN std::uint64_t bit[64];  // all ones where the threshold has a one
  for (std::size_t k = 0; k < slices; ++k) bit[k] = 0 - (threshold >> (63 - k) & 1);
  auto any = hn::Zero(w);
  for (std::size_t group = 0; group < groups; ++group)
    for (std::size_t lane = 0; lane < 8; lane += hn::Lanes(w)) {
      auto const* at = rows + group * slices * 8 + lane;
      auto is_less = hn::Zero(w), open = hn::Not(is_less);
      for (std::size_t k = 0; k < slices; ++k) {
        auto const word = hn::LoadU(w, at + 8 * k), t = hn::Set(w, bit[k]);
        auto const differs = hn::And(open, hn::Xor(word, t));
        is_less = hn::Or(is_less, hn::And(differs, t));  // the threshold has the one
        open = hn::AndNot(differs, open);
      }
      hn::StoreU(is_less, w, less + group * 8 + lane);
      hn::StoreU(open, w, undecided + group * 8 + lane);
      any = hn::Or(any, open);
    }
  return !hn::AllTrue(w, hn::Eq(any, hn::Zero(w)));
}

/// How many ones stand in n words, n a multiple of eight.
std::uint64_t ones_in(std::uint64_t const* words, std::size_t n) {
  constexpr hn::CappedTag<std::uint64_t, 8> w;
  auto count = hn::Zero(w);
  for (std::size_t i = 0; i < n; i += hn::Lanes(w)) count = hn::Add(count, hn::PopulationCount(hn::LoadU(w, words + i)));
  return hn::GetLane(hn::SumOfLanes(w, count));
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(compare_slices);
HWY_EXPORT(ones_in);

namespace {

constexpr std::size_t most_groups = 8, most_slices = 12;
using Coins = std::array<std::uint64_t, 8 * most_groups>;

/// Slices `first`, first + 1 and so on, in pairs, until every lane of a group is decided.
void settle(Stream& stream, std::uint64_t threshold, std::size_t first, std::uint64_t* less, std::uint64_t* undecided) {
  auto const open = [&] {
    std::uint64_t any = 0;
    for (int j = 0; j < 8; ++j) any |= undecided[j];
    return any != 0;
  };
  std::array<std::uint64_t, 16> pair;
  for (auto k = first; open(); ++k) {
    if (threshold << k == 0) return;  // no ones are left in the threshold: who has drawn level is not below it
    auto const* row = pair.data() + ((k - first) % 2) * 8;
    if ((k - first) % 2 == 0) stream.fill(pair);
    for (int j = 0; j < 8; ++j) {
      if (threshold << k >> 63) {
        less[j] |= undecided[j] & ~row[j];
        undecided[j] &= row[j];
      } else {
        undecided[j] &= ~row[j];
      }
    }
    if (k == 63) return;
  }
}

/// Up to eight groups of coins, 64 to a word.
void toss(Stream& stream, std::uint64_t threshold, std::size_t groups, Coins& less) {
  if (threshold == 0) return less.fill(0);
  alignas(64) std::array<std::uint64_t, 8 * most_groups * most_slices> rows;
  alignas(64) Coins undecided;
  auto const bits = 64 - static_cast<std::size_t>(std::countr_zero(threshold));
  auto const slices = std::min(bits, most_slices);
  stream.fill(std::span{rows}.first((groups * slices + 1) / 2 * 16));  // rows come in pairs
  auto const any = HWY_DYNAMIC_DISPATCH(compare_slices)(rows.data(), groups, slices, threshold, less.data(), undecided.data());
  if (!any || bits <= slices) return;
  for (std::size_t group = 0; group < groups; ++group) settle(stream, threshold, slices, less.data() + 8 * group, undecided.data() + 8 * group);
}

}  // namespace

void fill_bits(Stream& stream, std::uint64_t threshold, std::span<std::uint64_t> bits) {
  obey_environment();
  alignas(64) Coins less;
  while (!bits.empty()) {
    auto const n = std::min(bits.size(), less.size());
    toss(stream, threshold, (n + 7) / 8, less);
    std::memcpy(bits.data(), less.data(), n * sizeof bits[0]);
    bits = bits.subspan(n);
  }
}

std::uint64_t count_bits(Stream& stream, std::uint64_t threshold, std::uint64_t n) {
  obey_environment();
  alignas(64) Coins less;
  std::uint64_t ones = 0;
  while (n > 0) {
    auto const some = std::min<std::uint64_t>(n, 64 * less.size());
    toss(stream, threshold, (some + 511) / 512, less);
    auto const words = (some + 63) / 64, padded = (words + 7) / 8 * 8;
    if (auto const rest = some % 64; rest > 0) less[words - 1] <<= 64 - rest;
    std::fill(less.begin() + words, less.begin() + padded, 0);
    ones += HWY_DYNAMIC_DISPATCH(ones_in)(less.data(), padded);
    n -= some;
  }
  return ones;
}

}  // namespace warner::sim
#endif
