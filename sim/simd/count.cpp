// Counting by comparison, compiled once for each instruction set.

#include "sim/count.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/count.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/simd/aes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One more in each lane where the mask holds.
template <class V, class Mask>
HWY_INLINE V one_more(V sum, Mask holds) {
#if HWY_TARGET <= HWY_AVX3
  return V{_mm512_mask_sub_epi64(sum.raw, holds.raw, sum.raw, hn::Not(hn::Zero(hn::DFromV<V>())).raw)};
#else
  return hn::Sub(sum, hn::VecFromMask(hn::DFromV<V>(), holds));  // a mask is -1
#endif
}

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

/// Several edges at once, in registers.
template <std::size_t many>
HWY_INLINE void reach(double const* values, std::size_t n, double const* edges, std::uint64_t* counts) {
  constexpr hn::CappedTag<double, 8> d;
  constexpr hn::RebindToSigned<decltype(d)> whole;
  hn::Vec<decltype(d)> edge[many];
  hn::Vec<decltype(whole)> sum[many];
  for (std::size_t k = 0; k < many; ++k) edge[k] = hn::Set(d, edges[k]), sum[k] = hn::Zero(whole);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    auto const y = hn::LoadU(d, values + i);
    for (std::size_t k = 0; k < many; ++k) sum[k] = one_more(sum[k], hn::RebindMask(whole, hn::Ge(y, edge[k])));
  }
  for (std::size_t k = 0; k < many; ++k)
    counts[k] = static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(whole, sum[k])));
  for (; i < n; ++i)
    for (std::size_t k = 0; k < many; ++k) counts[k] += values[i] >= edges[k];
}

constexpr std::size_t edges_a_pass = 6;  // their sums, they and the values fit sixteen registers

template <std::size_t... before>
HWY_INLINE void reach_some(double const* values, std::size_t n, double const* edges, std::size_t many,
                           std::uint64_t* counts, std::index_sequence<before...>) {
  (void)((many == before + 1 && (reach<before + 1>(values, n, edges, counts), true)) || ...);
}

std::uint64_t reaching(double const* values, std::size_t n, double const* edges, std::size_t many,
                       std::uint64_t* counts) {
  constexpr std::make_index_sequence<edges_a_pass> up_to_all;
  // The first edge of the first pass is one that every number reaches.
  std::array<double, edges_a_pass> first{-std::numeric_limits<double>::infinity()};
  std::array<std::uint64_t, edges_a_pass> reached{};
  auto done = std::min(many, edges_a_pass - 1);
  std::copy_n(edges, done, first.begin() + 1);
  reach_some(values, n, first.data(), done + 1, reached.data(), up_to_all);
  std::copy_n(reached.begin() + 1, done, counts);
  for (std::size_t some; done < many; done += some) {
    some = std::min(many - done, edges_a_pass);
    reach_some(values, n, edges + done, some, counts + done, up_to_all);
  }
  return reached[0];
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
HWY_EXPORT(reaching);
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

namespace {

constexpr std::size_t few_edges = 64;    // up to which comparing each number with each edge is faster
constexpr std::size_t most_edges = 255;  // a bisection, its tables in the first cache

/// How many numbers lie at each place: so many edges are reached. In turn, since the same counter twice would wait.
using AtPlace = std::array<std::array<std::uint32_t, most_edges + 1>, 2>;

/// Of every edge how many numbers reach it.
void cumulate(AtPlace const& at_place, std::span<std::uint64_t> counts) {
  std::uint64_t reached = 0;
  for (auto k = counts.size(); k > 0; --k) counts[k - 1] = reached += at_place[0][k] + at_place[1][k];
}

/// The edges, and behind them what no number reaches.
std::array<double, most_edges + 2> padded(std::span<double const> edges) {
  std::array<double, most_edges + 2> all;
  all.fill(std::numeric_limits<double>::quiet_NaN());
  std::ranges::copy(edges, all.begin());
  return all;
}

/// Finds each number's place among sorted edges by bisection, eight numbers at a time, which do not wait for each
/// other.
std::uint64_t reaching_by_bisection(std::span<double const> values, std::span<double const> edges,
                                    std::span<std::uint64_t> counts) {
  auto const edge = padded(edges);
  auto const widest = std::bit_floor(edges.size());
  AtPlace at_place{};
  std::uint64_t numbers = 0;
  for (std::size_t i = 0; i < values.size(); i += 8) {
    std::array<double, 8> y;
    y.fill(std::numeric_limits<double>::quiet_NaN());
    std::ranges::copy(values.subspan(i, std::min<std::size_t>(8, values.size() - i)), y.begin());
    std::array<std::uint32_t, 8> place{};
    for (auto half = widest; half > 0; half /= 2)
      for (std::size_t k = 0; k < 8; ++k)
        place[k] += y[k] >= edge[place[k] + half - 1] ? static_cast<std::uint32_t>(half) : 0;
    for (std::size_t k = 0; k < 8; ++k) {
      ++at_place[k % 2][place[k]];
      numbers += !std::isnan(y[k]);
    }
  }
  cumulate(at_place, counts);
  return numbers;
}

constexpr std::size_t buckets = 4096;  // of equal width, with two edges each, at most

/// Finds each number's place by the bucket that it lies in. Says no where more than two edges share one.
/// A larger number lies in no lower bucket, rounding included: edges of other buckets need no comparison.
std::optional<std::uint64_t> reaching_by_buckets(std::span<double const> values, std::span<double const> edges,
                                                 std::span<std::uint64_t> counts) {
  auto const from = edges.front(), in_one = buckets / (edges.back() - from);
  if (values.size() < buckets || !std::isfinite(from) || !std::isfinite(in_one) || !(in_one > 0)) return std::nullopt;
  auto const bucket_of = [&](double y) {
    auto const at = (y - from) * in_one;
    return static_cast<std::size_t>(at > 0 ? std::min(at, buckets - 1.0) : 0.0);  // NaN lies in the first
  };
  std::array<std::uint8_t, buckets> first;  // edge of each bucket, or of those after it
  std::size_t reached = 0;                  // buckets
  for (std::size_t k = 0; k < edges.size(); ++k) {
    auto const bucket = bucket_of(edges[k]);
    while (reached <= bucket) first[reached++] = static_cast<std::uint8_t>(k);
    if (k - first[bucket] >= 2) return std::nullopt;
  }
  while (reached < buckets) first[reached++] = static_cast<std::uint8_t>(edges.size());
  auto const edge = padded(edges);
  AtPlace at_place{};
  std::uint64_t numbers = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const y = values[i];
    std::size_t const place = first[bucket_of(y)];
    ++at_place[i % 2][place + (y >= edge[place]) + (y >= edge[place + 1])];
    numbers += !std::isnan(y);
  }
  cumulate(at_place, counts);
  return numbers;
}

}  // namespace

std::uint64_t count_reaching(std::span<double const> values, std::span<double const> edges,
                             std::span<std::uint64_t> counts) {
  obey_environment();
  if (edges.size() <= few_edges || !std::ranges::is_sorted(edges))
    return HWY_DYNAMIC_DISPATCH(reaching)(values.data(), values.size(), edges.data(), edges.size(), counts.data());
  std::uint64_t numbers = 0;
  for (std::size_t k = 0; k < edges.size(); k += most_edges) {
    auto const many = std::min(edges.size() - k, most_edges);
    auto const some = edges.subspan(k, many);
    auto const reached = counts.subspan(k, many);
    auto const by_buckets = reaching_by_buckets(values, some, reached);
    numbers = by_buckets ? *by_buckets : reaching_by_bisection(values, some, reached);
  }
  return numbers;
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
