// Counting by comparison, compiled once for each instruction set.

#include "sim/count.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/count.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/simd/aes-inl.hpp"
#include "sim/simd/one-more-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// How many values hold against the threshold, whole registers first.
template <class Holds, class HoldsOne>
HWY_INLINE std::uint64_t count_if(double const* values, std::size_t n, Holds holds, HoldsOne holds_one) {
  constexpr hn::CappedTag<double, 8> d;
  constexpr hn::RebindToSigned<decltype(d)> whole;
  auto const lanes = hn::Lanes(d);
  auto a = hn::Zero(whole), b = hn::Zero(whole);
  std::size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    a = one_more(a, hn::RebindMask(whole, holds(hn::LoadU(d, values + i))));
    b = one_more(b, hn::RebindMask(whole, holds(hn::LoadU(d, values + i + lanes))));
  }
  auto count = static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(whole, hn::Add(a, b))));
  for (; i < n; ++i) count += holds_one(values[i]);
  return count;
}

std::uint64_t at_least(double const* values, std::size_t n, double threshold) {
  auto const t = hn::Set(hn::CappedTag<double, 8>{}, threshold);
  return count_if(
      values, n, [&](auto v) HWY_ATTR { return hn::Ge(v, t); }, [&](double v) { return v >= threshold; });
}

std::uint64_t at_most(double const* values, std::size_t n, double threshold) {
  auto const t = hn::Set(hn::CappedTag<double, 8>{}, threshold);
  return count_if(
      values, n, [&](auto v) HWY_ATTR { return hn::Le(v, t); }, [&](double v) { return v <= threshold; });
}

std::uint64_t words_in(std::uint64_t const* words, std::size_t n, std::uint64_t mask, std::uint64_t base,
                       std::uint64_t width) {
  constexpr hn::CappedTag<std::uint64_t, 8> d;
  auto const m = hn::Set(d, mask), b = hn::Set(d, base), w = hn::Set(d, width);
  auto const lanes = hn::Lanes(d);
  auto total = hn::Zero(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    total = one_more(total, hn::Lt(hn::Sub(hn::And(hn::LoadU(d, words + i), m), b), w));
  auto count = hn::GetLane(hn::SumOfLanes(d, total));
  for (; i < n; ++i) count += (words[i] & mask) - base < width;
  return count;
}

/// The same for `many` ranges and n words from a row on, n a multiple of sixteen, which go from the generator into the
/// comparisons in registers. Says no where there is no such way.
#if HWY_TARGET <= HWY_AVX3_DL
template <std::size_t many>
HWY_INLINE void words_of_ars_in(Word128 key, std::uint64_t block, std::uint64_t first_row, std::uint64_t n,
                                std::uint64_t mask, WordRange const* ranges, std::uint64_t* counts) {
  constexpr hn::CappedTag<std::uint64_t, 8> d;
  using V = hn::Vec<decltype(d)>;
  auto const ars = expanded_ars(key);
  auto counter = ars.first_counters(4 * first_row, block);
  auto const m = hn::Set(d, mask);
  V base[many], width[many], total[many];
  for (std::size_t k = 0; k < many; ++k)
    base[k] = hn::Set(d, ranges[k].base), width[k] = hn::Set(d, ranges[k].width), total[k] = hn::Zero(d);
  auto const count = [&](std::size_t, V word) HWY_ATTR {
    auto const masked = hn::And(word, m);
    for (std::size_t k = 0; k < many; ++k) total[k] = one_more(total[k], hn::Lt(hn::Sub(masked, base[k]), width[k]));
  };
  for (; n >= 32; n -= 32) ars.draw<4>(counter, count);
  if (n > 0) ars.draw<2>(counter, count);
  for (std::size_t k = 0; k < many; ++k) counts[k] += hn::GetLane(hn::SumOfLanes(d, total[k]));
}
#endif

bool ars_words_in(Word128 key, std::uint64_t block, std::uint64_t first_row, std::uint64_t n, std::uint64_t mask,
                  WordRange const* ranges, std::size_t many, std::uint64_t* counts) {
#if HWY_TARGET <= HWY_AVX3_DL
  if (many == 1) words_of_ars_in<1>(key, block, first_row, n, mask, ranges, counts);
  if (many == 2) words_of_ars_in<2>(key, block, first_row, n, mask, ranges, counts);
  return many == 1 || many == 2;
#else
  (void)key, (void)block, (void)first_row, (void)n, (void)mask, (void)ranges, (void)many, (void)counts;
  return false;
#endif
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(at_least);
HWY_EXPORT(at_most);
HWY_EXPORT(words_in);
HWY_EXPORT(ars_words_in);

std::uint64_t count_at_least(std::span<double const> values, double threshold) {
  obey_environment();
  return HWY_DYNAMIC_DISPATCH(at_least)(values.data(), values.size(), threshold);
}

std::uint64_t count_at_most(std::span<double const> values, double threshold) {
  obey_environment();
  return HWY_DYNAMIC_DISPATCH(at_most)(values.data(), values.size(), threshold);
}

void count_words_in(Stream& stream, std::uint64_t n, std::uint64_t mask, std::span<WordRange const> ranges,
                    std::span<std::uint64_t> counts) {
  obey_environment();
  auto const& key = stream.key();
  if (auto const whole = n / 16 * 16; whole > 0 && key.generator == Generator::ars) {
    auto const row = (stream.position() + 7) / 8;
    if (HWY_DYNAMIC_DISPATCH(ars_words_in)({key.low, key.high}, stream.block(), row, whole, mask, ranges.data(),
                                           ranges.size(), counts.data())) {
      stream.move_to(8 * row + whole);
      n -= whole;
    }
  }
  alignas(64) std::array<std::uint64_t, 512> words;
  while (n > 0) {
    auto const some = std::min<std::uint64_t>(n, words.size());
    stream.fill(std::span{words}.first((some + 15) / 16 * 16));
    for (std::size_t k = 0; k < ranges.size(); ++k)
      counts[k] += HWY_DYNAMIC_DISPATCH(words_in)(words.data(), some, mask, ranges[k].base, ranges[k].width);
    n -= some;
  }
}

}  // namespace warner::sim
#endif
