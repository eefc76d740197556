// Flags against bars, compiled once for each instruction set.

#include "sim/flags.hpp"

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/flags.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void flags(double* values, std::size_t n, double const* bars, double most, double* ones) {
  constexpr hn::CappedTag<double, 8> d;
  auto const limit = hn::Set(d, most), one = hn::Set(d, 1.0), stopped = hn::Set(d, -1.0);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    auto const count = hn::LoadU(d, ones + i);
    auto const asked = hn::Lt(count, limit);
    auto const above = hn::IfThenElseZero(hn::Ge(hn::LoadU(d, values + i), hn::LoadU(d, bars + i)), one);
    hn::StoreU(hn::IfThenElse(asked, above, stopped), d, values + i);
    hn::StoreU(hn::Add(count, hn::IfThenElseZero(asked, above)), d, ones + i);
  }
  for (; i < n; ++i) {
    auto const asked = ones[i] < most;
    auto const above = values[i] >= bars[i] ? 1.0 : 0.0;
    values[i] = asked ? above : -1.0;
    ones[i] += asked ? above : 0.0;
  }
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(flags);

void raise_flags(std::span<double> values, std::span<double const> bars, double most, std::span<double> ones) {
  obey_environment();
  HWY_DYNAMIC_DISPATCH(flags)(values.data(), values.size(), bars.data(), most, ones.data());
}

}  // namespace warner::sim
#endif
