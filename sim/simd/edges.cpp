// Places among edges, compiled once for each instruction set. A few edges are compared one after the other, several
// values at once. More are looked up by the bucket that a value lies in, or bisected where they lie too unevenly.

#include "sim/edges.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/instruction_set.hpp"
#include "sim/require.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/edges.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/simd/one-more-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
constexpr Doubles d;
constexpr hn::RebindToSigned<Doubles> whole;
constexpr hn::Rebind<std::int32_t, Doubles> half;

/// Adds to out the height of each value; n is a multiple of eight.
void few_steps(double const* values, std::size_t n, double const* edges, std::size_t many, double const* heights,
               double* out) {
  auto const lowest = hn::Set(d, heights[0]);
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    auto const y = hn::LoadU(d, values + i);
    auto height = hn::IfThenElse(hn::Eq(y, y), lowest, y);
    for (std::size_t k = 0; k < many; ++k)
      height = hn::IfThenElse(hn::Ge(y, hn::Set(d, edges[k])), hn::Set(d, heights[k + 1]), height);
    hn::StoreU(hn::Add(hn::LoadU(d, out + i), height), d, out + i);
  }
}

/// The bucket of each value, 0 of NaN; a larger value lies in no lower bucket, rounding included.
/// n is a multiple of eight.
void buckets_of(double const* values, std::size_t n, double from, double in_one, double last, std::int32_t* out) {
  auto const least = hn::Zero(d), most = hn::Set(d, last);
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    auto const at = hn::Mul(hn::Sub(hn::LoadU(d, values + i), hn::Set(d, from)), hn::Set(d, in_one));
    auto const up = hn::IfThenElseZero(hn::Gt(at, least), at);
    hn::StoreU(hn::DemoteTo(half, hn::IfThenElse(hn::Lt(up, most), up, most)), half, out + i);
  }
}

/// Several edges at once, in registers.
template <std::size_t many>
HWY_INLINE void reach(double const* values, std::size_t n, double const* edges, std::uint64_t* counts) {
  hn::Vec<Doubles> edge[many];
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

/// Adds to counts how many values reach each edge. Returns how many are not NaN.
std::uint64_t reaching(double const* values, std::size_t n, double const* edges, std::size_t many,
                       std::uint64_t* counts) {
  constexpr std::make_index_sequence<edges_a_pass> up_to_all;
  // The first edge of the first pass is one that every number reaches.
  std::array<double, edges_a_pass> first{-std::numeric_limits<double>::infinity()};
  std::array<std::uint64_t, edges_a_pass> reached{};
  auto done = std::min(many, edges_a_pass - 1);
  std::copy_n(edges, done, first.begin() + 1);
  reach_some(values, n, first.data(), done + 1, reached.data(), up_to_all);
  for (std::size_t k = 0; k < done; ++k) counts[k] += reached[k + 1];
  auto const numbers = reached[0];
  for (std::size_t some; done < many; done += some) {
    some = std::min(many - done, edges_a_pass);
    reach_some(values, n, edges + done, some, reached.data(), up_to_all);
    for (std::size_t k = 0; k < some; ++k) counts[done + k] += reached[k];
  }
  return numbers;
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(few_steps);
HWY_EXPORT(buckets_of);
HWY_EXPORT(reaching);

namespace {

// Edges up to which bisecting, or comparing with each, is faster than buckets.
constexpr std::size_t few_to_bisect = 2, few_to_step = 13, few_to_count = 24;
constexpr std::size_t chunk = 256;       // values, a multiple of eight
constexpr std::size_t side_by_side = 8;  // values that are bisected, and do not wait for each other
constexpr std::size_t most_buckets = 4096, most_in_a_bucket = 2;

/// Calls use(first, values, n) for chunk after chunk of the values from the first on; n is a multiple of eight, and NaN
/// stands behind the last value.
template <class Use>
void each_chunk(std::span<double const> values, Use use) {
  auto const whole = values.size() / side_by_side * side_by_side;
  for (std::size_t done = 0; done < whole; done += chunk)
    use(done, values.data() + done, std::min(chunk, whole - done));
  if (whole == values.size()) return;
  std::array<double, side_by_side> last;
  last.fill(std::numeric_limits<double>::quiet_NaN());
  std::ranges::copy(values.subspan(whole), last.begin());
  use(whole, last.data(), last.size());
}

}  // namespace

Edges::Edges(std::span<double const> increasing)
    : many_{increasing.size()}, edges_(increasing.begin(), increasing.end()) {
  require(many_ <= most, "edges: there are more than 32767");
  require(std::ranges::is_sorted(edges_) && std::ranges::none_of(edges_, [](double y) { return std::isnan(y); }),
          "edges: they fall, or one is not a number");
  obey_environment();
  edges_.resize(many_ + most_in_a_bucket, std::numeric_limits<double>::quiet_NaN());
  if (many_ > few_to_bisect) fill_buckets();
}

void Edges::fill_buckets() {
  auto const edges = std::span{edges_}.first(many_);
  std::vector<std::size_t> bucket(many_);
  for (auto buckets = std::min(8 * std::bit_ceil(many_), most_buckets); buckets <= most_buckets; buckets *= 2) {
    from_ = edges.front();
    in_one_ = static_cast<double>(buckets) / (edges.back() - from_);
    if (!std::isfinite(from_) || !std::isfinite(in_one_) || !(in_one_ > 0)) return;
    std::ranges::transform(edges, bucket.begin(), [&](double edge) {
      return static_cast<std::size_t>(std::min((edge - from_) * in_one_, static_cast<double>(buckets - 1)));
    });
    std::size_t shared = 0;
    for (std::size_t k = 0; k < many_; ++k)
      while (k + shared < many_ && bucket[k + shared] == bucket[k]) ++shared;
    if (shared > 1 && buckets < most_buckets) continue;
    if (shared > most_in_a_bucket) return;
    in_a_bucket_ = shared;
    for (std::size_t b = 0, k = 0; b < buckets; ++b) {
      while (k < many_ && bucket[k] < b) ++k;
      first_.push_back(static_cast<std::int16_t>(k));
    }
    return;
  }
}

void Edges::place(double const* values, std::size_t n, std::int16_t* out) const {
  auto const* const edges = edges_.data();
  if (!first_.empty()) {
    alignas(64) std::array<std::int32_t, chunk> bucket;
    auto const last = static_cast<double>(first_.size() - 1);
    HWY_DYNAMIC_DISPATCH(buckets_of)(values, n, from_, in_one_, last, bucket.data());
    auto const look_up = [&](auto beyond) {
      for (std::size_t i = 0; i < n; ++i)
        out[i] = static_cast<std::int16_t>(beyond(values[i], first_[static_cast<std::size_t>(bucket[i])]));
    };
    if (in_a_bucket_ == 1) look_up([&](double y, int at) { return at + (y >= edges[at]); });
    else look_up([&](double y, int at) { return at + (y >= edges[at]) + (y >= edges[at + 1]); });
    return;
  }
  for (std::size_t i = 0; i < n; i += side_by_side) {
    std::array<std::size_t, side_by_side> below{};  // edges known to be <= the value
    for (auto left = many_; left > 0; left /= 2) {
      auto const half = (left + 1) / 2;
      for (std::size_t k = 0; k < side_by_side; ++k) below[k] += values[i + k] >= edges[below[k] + half - 1] ? half : 0;
    }
    for (std::size_t k = 0; k < side_by_side; ++k) out[i + k] = static_cast<std::int16_t>(below[k]);
  }
}

void Edges::places(std::span<double const> values, std::span<std::int16_t> out) const {
  require(out.size() == values.size(), "out: one for each value");
  std::array<std::int16_t, chunk> some;
  each_chunk(values, [&](std::size_t done, double const* from, std::size_t n) {
    place(from, n, some.data());
    std::copy_n(some.begin(), std::min(n, out.size() - done), out.begin() + static_cast<std::ptrdiff_t>(done));
  });
}

void Edges::add_steps(std::span<double const> values, std::span<double const> heights, std::span<double> out) const {
  require(heights.size() == many_ + 1, "heights: there is one more than there are edges");
  require(out.size() == values.size(), "out: one for each value");
  std::array<std::int16_t, chunk> places;
  each_chunk(values, [&](std::size_t done, double const* from, std::size_t n) {
    auto* const to = out.data() + done;
    auto const left = out.size() - done;
    if (many_ <= few_to_step && n <= left)
      return HWY_DYNAMIC_DISPATCH(few_steps)(from, n, edges_.data(), many_, heights.data(), to);
    place(from, n, places.data());
    for (std::size_t i = 0; i < std::min(n, left); ++i)
      to[i] += from[i] == from[i] ? heights[static_cast<std::size_t>(places[i])] : from[i];
  });
}

std::uint64_t Edges::count_reaching(std::span<double const> values, std::span<std::uint64_t> counts) const {
  require(counts.size() == many_, "counts: one for each edge");
  if (many_ <= few_to_count)
    return HWY_DYNAMIC_DISPATCH(reaching)(values.data(), values.size(), edges_.data(), many_, counts.data());
  std::vector<std::array<std::uint32_t, 2>> at_place(many_ + 1);  // in turn: the same counter twice would wait
  std::array<std::int16_t, chunk> places;
  std::uint64_t numbers = 0;
  each_chunk(values, [&](std::size_t, double const* from, std::size_t n) {
    place(from, n, places.data());
    for (std::size_t i = 0; i < n; ++i) {
      ++at_place[static_cast<std::size_t>(places[i])][i % 2];
      numbers += from[i] == from[i];
    }
  });
  std::uint64_t reached = 0;
  for (auto k = many_; k > 0; --k) counts[k - 1] += reached += at_place[k][0] + at_place[k][1];
  return numbers;
}

}  // namespace warner::sim
#endif
