// Counting by comparison, compiled once for each instruction set.

#include <algorithm>
#include <array>
#include <limits>

#include "sim/count.hpp"
#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/count.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// How many values hold against the threshold, whole registers first.
template <class Holds, class HoldsOne>
HWY_INLINE std::uint64_t count_if(double const* values, std::size_t n, Holds holds, HoldsOne holds_one) {
  constexpr hn::CappedTag<double, 8> d;
  constexpr hn::RebindToSigned<decltype(d)> whole;
  auto const lanes = hn::Lanes(d);
  auto a = hn::Zero(whole), b = hn::Zero(whole);  // a mask is -1
  std::size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    a = hn::Sub(a, hn::BitCast(whole, hn::VecFromMask(d, holds(hn::LoadU(d, values + i)))));
    b = hn::Sub(b, hn::BitCast(whole, hn::VecFromMask(d, holds(hn::LoadU(d, values + i + lanes)))));
  }
  auto count = static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(whole, hn::Add(a, b))));
  for (; i < n; ++i) count += holds_one(values[i]);
  return count;
}

std::uint64_t at_least(double const* values, std::size_t n, double threshold) {
  auto const t = hn::Set(hn::CappedTag<double, 8>{}, threshold);
  return count_if(values, n, [&](auto v) HWY_ATTR { return hn::Ge(v, t); }, [&](double v) { return v >= threshold; });
}

std::uint64_t at_most(double const* values, std::size_t n, double threshold) {
  auto const t = hn::Set(hn::CappedTag<double, 8>{}, threshold);
  return count_if(values, n, [&](auto v) HWY_ATTR { return hn::Le(v, t); }, [&](double v) { return v <= threshold; });
}

/// Two or three edges at once, in registers.
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
    for (std::size_t k = 0; k < many; ++k)  // a mask is -1
      sum[k] = hn::Sub(sum[k], hn::BitCast(whole, hn::VecFromMask(d, hn::Ge(y, edge[k]))));
  }
  for (std::size_t k = 0; k < many; ++k) counts[k] = static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(whole, sum[k])));
  for (; i < n; ++i)
    for (std::size_t k = 0; k < many; ++k) counts[k] += values[i] >= edges[k];
}

void reaching(double const* values, std::size_t n, double const* edges, std::size_t many, std::uint64_t* counts) {
  many == 2 ? reach<2>(values, n, edges, counts) : reach<3>(values, n, edges, counts);
}

std::uint64_t words_in(std::uint64_t const* words, std::size_t n, std::uint64_t mask, std::uint64_t base, std::uint64_t width) {
  constexpr hn::CappedTag<std::uint64_t, 8> d;
  auto const m = hn::Set(d, mask), b = hn::Set(d, base), w = hn::Set(d, width);
  auto const lanes = hn::Lanes(d);
  auto total = hn::Zero(d);  // a mask is -1
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    total = hn::Sub(total, hn::VecFromMask(d, hn::Lt(hn::Sub(hn::And(hn::LoadU(d, words + i), m), b), w)));
  auto count = hn::GetLane(hn::SumOfLanes(d, total));
  for (; i < n; ++i) count += (words[i] & mask) - base < width;
  return count;
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(at_least);
HWY_EXPORT(at_most);
HWY_EXPORT(reaching);
HWY_EXPORT(words_in);

std::uint64_t count_at_least(std::span<double const> values, double threshold) {
  obey_environment();
  return HWY_DYNAMIC_DISPATCH(at_least)(values.data(), values.size(), threshold);
}

std::uint64_t count_at_most(std::span<double const> values, double threshold) {
  obey_environment();
  return HWY_DYNAMIC_DISPATCH(at_most)(values.data(), values.size(), threshold);
}

std::uint64_t count_reaching(std::span<double const> values, std::span<double const> edges, std::span<std::uint64_t> counts) {
  obey_environment();
  constexpr auto lowest = -std::numeric_limits<double>::infinity();  // which every number reaches
  std::uint64_t numbers = 0;
  for (std::size_t k = 0; k == 0 || k < edges.size(); k += 2) {  // two edges a pass, beside the numbers
    auto const left = std::min<std::size_t>(edges.size() - k, 2);
    std::array<double, 3> three{lowest, lowest, lowest};
    std::array<std::uint64_t, 3> reached{};
    std::copy_n(edges.begin() + static_cast<std::ptrdiff_t>(k), left, three.begin() + 1);
    HWY_DYNAMIC_DISPATCH(reaching)(values.data(), values.size(), three.data(), left == 1 ? 2 : 3, reached.data());
    numbers = reached[0];
    std::copy_n(reached.begin() + 1, left, counts.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return numbers;
}

std::uint64_t count_words_in(std::span<std::uint64_t const> words, std::uint64_t mask, std::uint64_t base, std::uint64_t width) {
  obey_environment();
  return HWY_DYNAMIC_DISPATCH(words_in)(words.data(), words.size(), mask, base, width);
}

}  // namespace warner::sim
#endif
