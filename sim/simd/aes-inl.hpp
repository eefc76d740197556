// Rounds of AES on several registers, for the kernels that draw words: included once for each instruction set, without
// a guard that would stop that.

#if defined(WARNER_SIM_SIMD_AES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WARNER_SIM_SIMD_AES_INL
#undef WARNER_SIM_SIMD_AES_INL
#else
#define WARNER_SIM_SIMD_AES_INL
#endif

#include <hwy/highway.h>

#include "sim/ars.hpp"
#include "sim/word128.hpp"

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128 && !HWY_HAVE_SCALABLE

/// AES rounds on several registers at once, so that the latency of one hides behind the others. Before AVX3_DL an AES
/// instruction works on 128 bits, and wider registers would only be taken apart again.
template <int rounds>
struct Aes {
  using Words = hn::CappedTag<std::uint64_t, (HWY_TARGET <= HWY_AVX3_DL ? 8 : 2)>;
  using Bytes = hn::Repartition<std::uint8_t, Words>;
  using V = hn::Vec<Words>;
  static constexpr std::size_t lanes = hn::MaxLanes(Words{});

  V keys[rounds + 1], step;  // keys are left to whoever expands them

  HWY_INLINE Aes() : step{by_halves(lanes / 2, 0)} {}

  static HWY_INLINE V by_halves(std::uint64_t low, std::uint64_t high) {
    return hn::InterleaveLower(Words{}, hn::Set(Words{}, low), hn::Set(Words{}, high));
  }

  static HWY_INLINE V first_counters(std::uint64_t counter, std::uint64_t block) {
    HWY_ALIGN static constexpr std::uint64_t offsets[8] = {0, 0, 1, 0, 2, 0, 3, 0};
    return hn::Add(by_halves(counter, block), hn::Load(Words{}, offsets));
  }

  /// `n` registers of words, to use(i, words); the counter moves on.
  template <std::size_t n, class Use>
  HWY_INLINE void draw(V& counter, Use use) const {
    constexpr Bytes bytes;
    hn::Vec<Bytes> state[n];
    for (auto& s : state) {
      s = hn::BitCast(bytes, hn::Xor(counter, keys[0]));
      counter = hn::Add(counter, step);
    }
    for (int round = 1; round < rounds; ++round)
      for (auto& s : state) s = hn::AESRound(s, hn::BitCast(bytes, keys[round]));
    for (std::size_t i = 0; i < n; ++i)
      use(i, hn::BitCast(Words{}, hn::AESLastRound(state[i], hn::BitCast(bytes, keys[rounds]))));
  }

  HWY_INLINE void rows(std::uint64_t block, std::uint64_t first_row, std::uint64_t* out, std::size_t n) const {
    auto counter = first_counters(4 * first_row, block);
    constexpr std::size_t pair = 16 / lanes, at_once = pair < 8 ? 4 : 8;  // rows come in pairs
    auto registers = 8 * n / lanes;
    auto const store = [&](std::size_t i, V words) HWY_ATTR { hn::StoreU(words, Words{}, out + i * lanes); };
    for (; registers >= at_once; registers -= at_once, out += at_once * lanes) draw<at_once>(counter, store);
    for (; registers > 0; registers -= pair, out += pair * lanes) draw<pair>(counter, store);
  }
};

HWY_INLINE Aes<ars_rounds> expanded_ars(Word128 key) {
  using Ars = Aes<ars_rounds>;
  Ars ars;
  ars.keys[0] = Ars::by_halves(key.low, key.high);
  auto const weyl = Ars::by_halves(ars_weyl.low, ars_weyl.high);
  for (int i = 1; i <= ars_rounds; ++i) ars.keys[i] = hn::Add(ars.keys[i - 1], weyl);
  return ars;
}

#endif

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
