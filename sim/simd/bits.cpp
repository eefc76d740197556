// Bit-sliced coins, compiled once for each instruction set.

#include "sim/bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/bits.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Compares `many` groups of 512 numbers, given as `slices` rows of eight words each, with the first bits of the
/// threshold: which are less, which are not yet decided. From the last of these bits up, where the threshold has a one
/// a number is less if it has none or was less so far, and where it has none if it has none either and was: one
/// operation a row, in registers, and one for who is level with it. The bits of the result say which groups have
/// undecided numbers.
template <std::size_t many>
HWY_INLINE unsigned compare(std::uint64_t const* rows, std::size_t slices, std::uint64_t threshold, std::uint64_t* less,
                            std::uint64_t* undecided) {
  constexpr hn::CappedTag<std::uint64_t, 8> w;
  unsigned open = 0;
  for (std::size_t lane = 0; lane < 8; lane += hn::Lanes(w)) {
    hn::Vec<decltype(w)> below[many], level[many];
    for (std::size_t g = 0; g < many; ++g) below[g] = hn::Zero(w), level[g] = hn::Not(below[g]);
    for (std::size_t k = slices; k-- > 0;) {
      auto const* at = rows + 8 * k + lane;
      if (threshold >> (63 - k) & 1)
        for (std::size_t g = 0; g < many; ++g) {
          auto const word = hn::LoadU(w, at + 8 * slices * g);
          below[g] = hn::Or(hn::Not(word), below[g]);
          level[g] = hn::And(word, level[g]);
        }
      else
        for (std::size_t g = 0; g < many; ++g) {
          auto const word = hn::LoadU(w, at + 8 * slices * g);
          below[g] = hn::AndNot(word, below[g]);
          level[g] = hn::AndNot(word, level[g]);
        }
    }
    for (std::size_t g = 0; g < many; ++g) {
      hn::StoreU(below[g], w, less + 8 * g + lane);
      hn::StoreU(level[g], w, undecided + 8 * g + lane);
      if (!hn::AllTrue(w, hn::Eq(level[g], hn::Zero(w)))) open |= 1u << g;
    }
  }
  return open;
}

unsigned compare_slices(std::uint64_t const* rows, std::size_t groups, std::size_t slices, std::uint64_t threshold,
                        std::uint64_t* less, std::uint64_t* undecided) {
  constexpr std::size_t many = 4;
  unsigned open = 0;
  for (std::size_t group = 0; group < groups;) {
    auto const some = groups - group >= many ? many : 1;
    auto const* at = rows + 8 * slices * group;
    open |= (some == many ? compare<many>(at, slices, threshold, less + 8 * group, undecided + 8 * group)
                          : compare<1>(at, slices, threshold, less + 8 * group, undecided + 8 * group))
            << group;
    group += some;
  }
  return open;
}

/// How many ones stand in n words, n a multiple of eight.
std::uint64_t ones_in(std::uint64_t const* words, std::size_t n) {
  constexpr hn::CappedTag<std::uint64_t, 8> w;
  auto count = hn::Zero(w);
  for (std::size_t i = 0; i < n; i += hn::Lanes(w))
    count = hn::Add(count, hn::PopulationCount(hn::LoadU(w, words + i)));
  return hn::GetLane(hn::SumOfLanes(w, count));
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(compare_slices);
HWY_EXPORT(ones_in);

namespace {

constexpr std::size_t most_groups = 8, most_slices = 12, most_ahead = 2;
using Coins = std::array<std::uint64_t, 8 * most_groups>;
using Pair = std::array<std::uint64_t, 16>;  // of rows: rows come in pairs

/// Pairs of rows that follow, some of them drawn ahead of time, when they were cheap.
class Pairs {
 public:
  Pairs(Stream& stream, std::uint64_t const* ahead)
      : stream_{stream}, first_{stream.position() - 16 * most_ahead}, ahead_{ahead} {}
  ~Pairs() { stream_.move_to(first_ + 16 * taken_); }  // as if no more had been drawn than were taken

  std::uint64_t const* next() {
    if (taken_ < most_ahead) return ahead_ + 16 * taken_++;
    ++taken_;
    stream_.fill(pair_);
    return pair_.data();
  }

 private:
  Stream& stream_;
  std::uint64_t first_;
  std::uint64_t const* ahead_;
  std::uint64_t taken_ = 0;
  Pair pair_;
};

/// Slices `first`, first + 1 and so on, in pairs, until every lane of a group is decided.
void settle(Pairs& pairs, std::uint64_t threshold, std::size_t first, std::uint64_t* less, std::uint64_t* undecided) {
  auto const open = [&] {
    std::uint64_t any = 0;
    for (int j = 0; j < 8; ++j) any |= undecided[j];
    return any != 0;
  };
  std::uint64_t const* pair = nullptr;
  for (auto k = first; open(); ++k) {
    if (threshold << k == 0) return;  // no ones are left in the threshold: who has drawn level is not below it
    if ((k - first) % 2 == 0) pair = pairs.next();
    auto const* row = pair + ((k - first) % 2) * 8;
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
  alignas(64) std::array<std::uint64_t, 8 * most_groups * most_slices + 16 * most_ahead> rows;
  alignas(64) Coins undecided;
  auto const bits = 64 - static_cast<std::size_t>(std::countr_zero(threshold));
  auto const slices = std::min(bits, most_slices);
  auto const words = (groups * slices + 1) / 2 * 16;
  auto const ahead = bits > slices ? most_ahead : 0;
  stream.fill(std::span{rows}.first(words + 16 * ahead));
  auto open =
      HWY_DYNAMIC_DISPATCH(compare_slices)(rows.data(), groups, slices, threshold, less.data(), undecided.data());
  if (ahead == 0) return;
  Pairs pairs{stream, rows.data() + words};
  for (; open != 0; open &= open - 1) {
    auto const group = static_cast<std::size_t>(std::countr_zero(open));
    settle(pairs, threshold, slices, less.data() + 8 * group, undecided.data() + 8 * group);
  }
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
