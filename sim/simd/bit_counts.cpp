// Counts of bits, compiled once for each instruction set.

#include "sim/bit_counts.hpp"

#include <bit>
#include <cstddef>

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/bit_counts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::uint64_t count_in_both(std::uint64_t const* a, std::uint64_t const* b, std::size_t words) {
  constexpr hn::CappedTag<std::uint64_t, 8> d;
  auto sum = hn::Zero(d);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= words; i += hn::Lanes(d))
    sum = hn::Add(sum, hn::PopulationCount(hn::And(hn::LoadU(d, a + i), hn::LoadU(d, b + i))));
  auto count = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; i < words; ++i) count += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
  return count;
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(count_in_both);

std::uint64_t ones_in_both(std::span<std::uint64_t const> a, std::span<std::uint64_t const> b) {
  obey_environment();
  return HWY_DYNAMIC_DISPATCH(count_in_both)(a.data(), b.data(), a.size());
}

}  // namespace warner::sim
#endif
