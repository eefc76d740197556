// Running maxima with their indices, compiled once for each instruction set.

#include "sim/running_maximum.hpp"

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/running_maximum.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void larger(double const* values, std::size_t n, double number, double* largest, double* winner) {
  constexpr hn::CappedTag<double, 8> d;
  auto const here = hn::Set(d, number);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    auto const y = hn::LoadU(d, values + i), most = hn::LoadU(d, largest + i);
    auto const wins = hn::Gt(y, most);
    hn::StoreU(hn::IfThenElse(wins, y, most), d, largest + i);
    hn::StoreU(hn::IfThenElse(wins, here, hn::LoadU(d, winner + i)), d, winner + i);
  }
  for (; i < n; ++i)
    if (values[i] > largest[i]) largest[i] = values[i], winner[i] = number;
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(larger);

void keep_larger(std::span<double const> values, double number, std::span<double> largest, std::span<double> winner) {
  obey_environment();
  HWY_DYNAMIC_DISPATCH(larger)(values.data(), values.size(), number, largest.data(), winner.data());
}

}  // namespace warner::sim
#endif
