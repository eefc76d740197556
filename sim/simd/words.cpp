// Rows of words: compiled once for each instruction set, chosen at run time.

#include <algorithm>
#include <array>
#include <cstring>

#include "sim/aes.hpp"
#include "sim/ars.hpp"
#include "sim/instruction_set.hpp"
#include "sim/philox.hpp"
#include "sim/stream.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/words.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/simd/aes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128 || HWY_HAVE_SCALABLE

/// Neither AES instructions nor registers of a known size: the portable reference.
void ars_words(Word128 key, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out, std::size_t rows) {
  for (std::size_t i = 0; i < 4 * rows; ++i) {
    auto const word = ars4x32_7({4 * first_row + i, block}, key);
    out[2 * i] = word.low;
    out[2 * i + 1] = word.high;
  }
}

void aes_words(AesKeys const& keys, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out,
               std::size_t rows) {
  for (std::size_t i = 0; i < 4 * rows; ++i) {
    auto const word = aes_128({4 * first_row + i, block}, keys);
    out[2 * i] = word.low;
    out[2 * i + 1] = word.high;
  }
}

/// One counter after the other.
void philox_words(std::uint64_t seed, std::uint32_t stream, std::uint64_t block, std::uint64_t first_row,
                  std::uint64_t* out, std::size_t rows) {
  for (std::size_t i = 0; i < 4 * rows; ++i) {
    auto const position = static_cast<std::uint32_t>(4 * first_row + i);
    auto const w =
        philox4x32_10({position, stream, static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32)},
                      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    auto const at = i / 8 * 16 + i % 8;
    out[at] = w[0] | std::uint64_t{w[1]} << 32;
    out[at + 8] = w[2] | std::uint64_t{w[3]} << 32;
  }
}

#else

void ars_words(Word128 key, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out, std::size_t rows) {
  expanded_ars(key).rows(block, first_row, out, rows);
}

void aes_words(AesKeys const& keys, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out,
               std::size_t rows) {
  Aes<aes_rounds> aes;
  for (std::size_t i = 0; i < keys.size(); ++i) aes.keys[i] = Aes<aes_rounds>::by_halves(keys[i].low, keys[i].high);
  aes.rows(block, first_row, out, rows);
}

/// Counters in 64-bit lanes, of which a multiplication reads the low halves; what stands in the high halves is never
/// looked at.
struct Philox {
  using Words = hn::CappedTag<std::uint64_t, 8>;
  using Halves = hn::Repartition<std::uint32_t, Words>;
  using V = hn::Vec<Words>;
  static constexpr std::size_t lanes = hn::MaxLanes(Words{});
  static constexpr int rounds = 10;

  std::uint64_t keys[rounds][2];
  V stream, block_low, block_high;

  HWY_INLINE Philox(std::uint64_t seed, std::uint32_t stream_, std::uint64_t block)
      : stream{hn::Set(Words{}, std::uint64_t{stream_})},
        block_low{hn::Set(Words{}, block & 0xFFFFFFFFu)},
        block_high{hn::Set(Words{}, block >> 32)} {
    auto k0 = static_cast<std::uint32_t>(seed), k1 = static_cast<std::uint32_t>(seed >> 32);
    for (auto& key : keys) {
      key[0] = k0, key[1] = k1;
      k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
    }
  }

  static HWY_INLINE V product(V x, V m) { return hn::MulEven(hn::BitCast(Halves{}, x), hn::BitCast(Halves{}, m)); }
  static HWY_INLINE V high(V x) { return hn::BitCast(Words{}, hn::Shuffle2301(hn::BitCast(Halves{}, x))); }

  /// The words of n registers of counters from `position` on, n x lanes a multiple of eight.
  template <std::size_t n>
  HWY_INLINE void draw(std::uint64_t position, std::uint64_t* out) const {
    constexpr Words d;
    auto const m0 = hn::Set(d, 0xD2511F53u), m1 = hn::Set(d, 0xCD9E8D57u), low = hn::Set(d, 0xFFFFFFFFu);
    V x0[n], x1[n], x2[n], x3[n];
    for (std::size_t i = 0; i < n; ++i)
      x0[i] = hn::Iota(d, position + i * lanes), x1[i] = stream, x2[i] = block_low, x3[i] = block_high;
    for (auto const& key : keys) {
      auto const k0 = hn::Set(d, key[0]), k1 = hn::Set(d, key[1]);
      for (std::size_t i = 0; i < n; ++i) {
        auto const a = product(x0[i], m0), b = product(x2[i], m1);
        x0[i] = hn::Xor3(high(b), x1[i], k0);
        x2[i] = hn::Xor3(high(a), x3[i], k1);
        x1[i] = b;
        x3[i] = a;
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      auto* to = out + i * lanes / 8 * 16 + i * lanes % 8;
      hn::StoreU(hn::OrAnd(hn::ShiftLeft<32>(x1[i]), x0[i], low), d, to);
      hn::StoreU(hn::OrAnd(hn::ShiftLeft<32>(x3[i]), x2[i], low), d, to + 8);
    }
  }
};

void philox_words(std::uint64_t seed, std::uint32_t stream, std::uint64_t block, std::uint64_t first_row,
                  std::uint64_t* out, std::size_t rows) {
  Philox const philox{seed, stream, block};
  constexpr std::size_t pair = 8 / Philox::lanes, at_once = 2 * pair;  // eight counters make a pair of rows
  auto position = 4 * first_row;
  for (; rows >= 4; rows -= 4, position += 16, out += 32) philox.draw<at_once>(position, out);
  if (rows > 0) philox.draw<pair>(position, out);
}

#endif

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(aes_words);
HWY_EXPORT(ars_words);
HWY_EXPORT(philox_words);

namespace {

/// An even number of rows, from an even row on.
void whole_rows(Key const& key, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out, std::size_t rows) {
  switch (key.generator) {
    case Generator::ars: return HWY_DYNAMIC_DISPATCH(ars_words)({key.low, key.high}, block, first_row, out, rows);
    case Generator::aes: return HWY_DYNAMIC_DISPATCH(aes_words)(key.aes, block, first_row, out, rows);
    case Generator::philox:
      return HWY_DYNAMIC_DISPATCH(philox_words)(key.low, static_cast<std::uint32_t>(key.high), block, first_row, out,
                                                rows);
  }
}

}  // namespace

void fill_words(Key const& key, std::uint64_t block, std::uint64_t first_row, std::span<std::uint64_t> words) {
  obey_environment();
  std::array<std::uint64_t, 16> pair_of_rows;  // Philox makes rows in pairs; ends are cut from a pair
  if (first_row % 2 == 1 && !words.empty()) {
    whole_rows(key, block, first_row - 1, pair_of_rows.data(), 2);
    auto const n = std::min<std::size_t>(8, words.size());
    std::memcpy(words.data(), pair_of_rows.data() + 8, n * sizeof words[0]);
    words = words.subspan(n);
    ++first_row;
  }
  auto const rows = words.size() / 16 * 2;
  if (rows > 0) whole_rows(key, block, first_row, words.data(), rows);
  if (auto const rest = words.size() - 8 * rows; rest > 0) {
    whole_rows(key, block, first_row + rows, pair_of_rows.data(), 2);
    std::memcpy(words.data() + 8 * rows, pair_of_rows.data(), rest * sizeof words[0]);
  }
}

}  // namespace warner::sim
#endif
