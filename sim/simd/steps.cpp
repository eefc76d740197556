// Step functions, compiled once for each instruction set. Few edges are compared one after the other, eight values at
// once; with many edges several binary searches go side by side, so that the waits of one are filled by the others.

#include "sim/steps.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/instruction_set.hpp"
#include "sim/require.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/steps.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// n is a multiple of eight.
void few_steps(double const* values, std::size_t n, double const* edges, std::size_t count, double const* heights,
               double* out) {
  constexpr hn::CappedTag<double, 8> d;
  auto const lowest = hn::Set(d, heights[0]);
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    auto const y = hn::LoadU(d, values + i);
    auto height = hn::IfThenElse(hn::Eq(y, y), lowest, y);
    for (std::size_t k = 0; k < count; ++k)
      height = hn::IfThenElse(hn::Ge(y, hn::Set(d, edges[k])), hn::Set(d, heights[k + 1]), height);
    hn::StoreU(hn::Add(hn::LoadU(d, out + i), height), d, out + i);
  }
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(few_steps);

namespace {

constexpr std::size_t few = 24, side_by_side = 8;

/// side_by_side values, by halving. NaN is below every edge, so that it finds a height, which is not taken.
void many_steps(double const* values, std::span<double const> edges, double const* heights, double* out) {
  std::array<std::size_t, side_by_side> below{};  // edges known to be <= the value
  auto left = edges.size();
  while (left > 1) {
    auto const half = left / 2;
    for (std::size_t i = 0; i < side_by_side; ++i) below[i] += edges[below[i] + half - 1] <= values[i] ? half : 0;
    left -= half;
  }
  for (std::size_t i = 0; i < side_by_side; ++i) {
    auto const k = below[i] + (edges[below[i]] <= values[i] ? 1 : 0);
    out[i] += values[i] == values[i] ? heights[k] : values[i];
  }
}

}  // namespace

void add_steps(std::span<double const> values, std::span<double const> edges, std::span<double const> heights,
               std::span<double> out) {
  require(heights.size() == edges.size() + 1, "heights: there is one more than there are edges");
  require(out.size() == values.size(), "out: one for each value");
  obey_environment();
  auto const some = [&](double const* from, std::size_t n, double* to) {
    if (edges.size() <= few)
      return HWY_DYNAMIC_DISPATCH(few_steps)(from, n, edges.data(), edges.size(), heights.data(), to);
    for (std::size_t i = 0; i < n; i += side_by_side) many_steps(from + i, edges, heights.data(), to + i);
  };
  auto const whole = values.size() / side_by_side * side_by_side, rest = values.size() - whole;
  some(values.data(), whole, out.data());
  if (rest == 0) return;
  std::array<double, side_by_side> last{}, sums{};
  std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(whole), rest, last.begin());
  std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(whole), rest, sums.begin());
  some(last.data(), side_by_side, sums.data());
  std::copy_n(sums.begin(), rest, out.begin() + static_cast<std::ptrdiff_t>(whole));
}

}  // namespace warner::sim
#endif
