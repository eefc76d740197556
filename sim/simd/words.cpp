// Rows of words: compiled once for each instruction set, chosen at run time.

#include <array>
#include <cstring>

#include "sim/ars.hpp"
#include "sim/instruction_set.hpp"
#include "sim/philox.hpp"
#include "sim/stream.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/words.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SSSE3

/// No AES instructions: the portable reference.
void ars_words(std::uint64_t key_low, std::uint64_t key_high, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out, std::size_t rows) {
  for (std::size_t i = 0; i < 4 * rows; ++i) {
    auto const word = ars4x32_7({4 * first_row + i, block}, {key_low, key_high});
    out[2 * i] = word.low;
    out[2 * i + 1] = word.high;
  }
}

/// One counter after the other.
void philox_words(std::uint64_t seed, std::uint64_t stream, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out, std::size_t rows) {
  for (std::size_t i = 0; i < 4 * rows; ++i) {  // rows is even, and so is first_row
    auto const position = static_cast<std::uint32_t>(4 * first_row + i);
    auto const w = philox4x32_10({position, static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32)},
                                 {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    auto const at = i / 8 * 16 + i % 8;
    out[at] = w[0] | std::uint64_t{w[1]} << 32;
    out[at + 8] = w[2] | std::uint64_t{w[3]} << 32;
  }
}

#else

using Words = hn::CappedTag<std::uint64_t, 8>;

/// AES rounds on several registers at once, so that the latency of one hides behind the others.
void ars_words(std::uint64_t key_low, std::uint64_t key_high, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out, std::size_t rows) {
  constexpr Words d;
  constexpr hn::Repartition<std::uint8_t, Words> bytes;
  auto const lanes = hn::Lanes(d);
  HWY_ALIGN std::uint64_t key_lanes[8], weyl_lanes[8], counter_lanes[8];
  for (std::size_t i = 0; i < 8; i += 2) {
    key_lanes[i] = key_low, key_lanes[i + 1] = key_high;
    weyl_lanes[i] = ars_weyl.low, weyl_lanes[i + 1] = ars_weyl.high;
    counter_lanes[i] = 4 * first_row + i / 2, counter_lanes[i + 1] = block;
  }
  auto const weyl = hn::Load(d, weyl_lanes);
  auto const key0 = hn::Load(d, key_lanes);
  auto const key1 = hn::Add(key0, weyl), key2 = hn::Add(key1, weyl), key3 = hn::Add(key2, weyl), key4 = hn::Add(key3, weyl),
             key5 = hn::Add(key4, weyl), key6 = hn::Add(key5, weyl), key7 = hn::Add(key6, weyl);
  HWY_ALIGN std::uint64_t step_lanes[8];
  for (std::size_t i = 0; i < 8; i += 2) step_lanes[i] = lanes / 2, step_lanes[i + 1] = 0;
  auto const step = hn::Load(d, step_lanes);
  auto counter = hn::Load(d, counter_lanes);
  auto const aes = [&](auto state, auto key) HWY_ATTR { return hn::AESRound(state, hn::BitCast(bytes, key)); };

  constexpr std::size_t at_once = 4;
  auto const registers = 8 * rows / lanes;
  std::size_t i = 0;
  for (; i + at_once <= registers; i += at_once) {
    auto const c1 = hn::Add(counter, step), c2 = hn::Add(c1, step), c3 = hn::Add(c2, step);
    auto a = hn::BitCast(bytes, hn::Xor(counter, key0)), b = hn::BitCast(bytes, hn::Xor(c1, key0)),
         c = hn::BitCast(bytes, hn::Xor(c2, key0)), e = hn::BitCast(bytes, hn::Xor(c3, key0));
    a = aes(a, key1), b = aes(b, key1), c = aes(c, key1), e = aes(e, key1);
    a = aes(a, key2), b = aes(b, key2), c = aes(c, key2), e = aes(e, key2);
    a = aes(a, key3), b = aes(b, key3), c = aes(c, key3), e = aes(e, key3);
    a = aes(a, key4), b = aes(b, key4), c = aes(c, key4), e = aes(e, key4);
    a = aes(a, key5), b = aes(b, key5), c = aes(c, key5), e = aes(e, key5);
    a = aes(a, key6), b = aes(b, key6), c = aes(c, key6), e = aes(e, key6);
    auto const last = hn::BitCast(bytes, key7);
    auto* to = out + i * lanes;
    hn::StoreU(hn::BitCast(d, hn::AESLastRound(a, last)), d, to);
    hn::StoreU(hn::BitCast(d, hn::AESLastRound(b, last)), d, to + lanes);
    hn::StoreU(hn::BitCast(d, hn::AESLastRound(c, last)), d, to + 2 * lanes);
    hn::StoreU(hn::BitCast(d, hn::AESLastRound(e, last)), d, to + 3 * lanes);
    counter = hn::Add(c3, step);
  }
  for (; i < registers; ++i, counter = hn::Add(counter, step)) {
    auto a = hn::BitCast(bytes, hn::Xor(counter, key0));
    a = aes(aes(aes(aes(aes(aes(a, key1), key2), key3), key4), key5), key6);
    hn::StoreU(hn::BitCast(d, hn::AESLastRound(a, hn::BitCast(bytes, key7))), d, out + i * lanes);
  }
}

/// Counters in 64-bit lanes, of which a multiplication reads the low halves; what stands in the high halves is never looked at.
void philox_words(std::uint64_t seed, std::uint64_t stream, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out, std::size_t rows) {
  constexpr Words d;
  constexpr hn::Repartition<std::uint32_t, Words> halves;
  auto const lanes = hn::Lanes(d);
  auto const product = [&](auto x, auto m) HWY_ATTR { return hn::MulEven(hn::BitCast(halves, x), hn::BitCast(halves, m)); };
  auto const m0 = hn::Set(d, 0xD2511F53u), m1 = hn::Set(d, 0xCD9E8D57u), low = hn::Set(d, 0xFFFFFFFFu);
  for (std::size_t i = 0; i < 4 * rows; i += lanes) {
    auto x0 = hn::And(hn::Iota(d, 4 * first_row + i), low);
    auto x1 = hn::Set(d, stream & 0xFFFFFFFFu), x2 = hn::Set(d, block & 0xFFFFFFFFu), x3 = hn::Set(d, block >> 32);
    auto k0 = static_cast<std::uint32_t>(seed), k1 = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
      auto const a = product(x0, m0), b = product(x2, m1);
      x0 = hn::Xor(hn::Xor(hn::ShiftRight<32>(b), x1), hn::Set(d, std::uint64_t{k0}));
      x2 = hn::Xor(hn::Xor(hn::ShiftRight<32>(a), x3), hn::Set(d, std::uint64_t{k1}));
      x1 = b;
      x3 = a;
    }
    auto* to = out + i / 8 * 16 + i % 8;
    hn::StoreU(hn::Or(hn::And(x0, low), hn::ShiftLeft<32>(x1)), d, to);
    hn::StoreU(hn::Or(hn::And(x2, low), hn::ShiftLeft<32>(x3)), d, to + 8);
  }
}

#endif

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(ars_words);
HWY_EXPORT(philox_words);

namespace {

void whole_rows(Key const& key, std::uint64_t block, std::uint64_t first_row, std::uint64_t* out, std::size_t rows) {
  if (key.generator == Generator::ars) HWY_DYNAMIC_DISPATCH(ars_words)(key.low, key.high, block, first_row, out, rows);
  else HWY_DYNAMIC_DISPATCH(philox_words)(key.low, key.high, block, first_row, out, rows);
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
  whole_rows(key, block, first_row, words.data(), rows);
  if (auto const rest = words.size() - 8 * rows; rest > 0) {
    whole_rows(key, block, first_row + rows, pair_of_rows.data(), 2);
    std::memcpy(words.data() + 8 * rows, pair_of_rows.data(), rest * sizeof words[0]);
  }
}

}  // namespace warner::sim
#endif
