// Numbers of rows of small integers, compiled once for each instruction set.

#include "sim/digits.hpp"

#include <bit>
#include <cstdint>

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/digits.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A double to which adding 1.5 2^52 and taking it away again changes no bit is an integer, and no negative zero. NaN
/// might stay the same, but lies on no side of the comparisons. No product or sum rounds, so that a step that fuses has
/// the same bits.
template <class D>
HWY_INLINE hn::Vec<D> one_more_digit(D d, hn::Vec<D> y, hn::Vec<D> index, double lowest, double base) {
  constexpr hn::RebindToUnsigned<D> w;
  auto const large = hn::Set(d, 0x1.8p52);
  auto const whole = hn::Sub(hn::Add(y, large), large), digit = hn::Sub(whole, hn::Set(d, lowest));
  auto const same = hn::RebindMask(d, hn::Eq(hn::BitCast(w, whole), hn::BitCast(w, y)));
  auto const inside = hn::And(same, hn::And(hn::Ge(digit, hn::Zero(d)), hn::Lt(digit, hn::Set(d, base))));
  return hn::IfThenElse(inside, hn::Add(hn::Mul(index, hn::Set(d, base)), digit), hn::NaN(d));
}

void digits(double const* values, std::size_t n, double lowest, double base, double* index) {
  constexpr hn::CappedTag<double, 8> d;
  constexpr hn::CappedTag<double, 1> one;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d))
    hn::StoreU(one_more_digit(d, hn::LoadU(d, values + i), hn::LoadU(d, index + i), lowest, base), d, index + i);
  for (; i < n; ++i)
    hn::StoreU(one_more_digit(one, hn::LoadU(one, values + i), hn::LoadU(one, index + i), lowest, base), one,
               index + i);
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(digits);

void add_digits(std::span<double const> values, double lowest, double base, std::span<double> index) {
  obey_environment();
  HWY_DYNAMIC_DISPATCH(digits)(values.data(), values.size(), lowest, base, index.data());
}

void look_up(std::span<double const> index, std::span<double const> table, std::span<double> out) {
  for (std::size_t i = 0; i < index.size(); ++i) {
    auto const known = index[i] == index[i];
    auto const value = table[static_cast<std::size_t>(
        static_cast<std::int64_t>(known ? index[i] : 0))];  // by way of signed: one instruction
    out[i] = known ? value : 0;
  }
}

}  // namespace warner::sim
#endif
