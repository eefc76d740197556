// Folds of columns, compiled once for each instruction set.

#include "sim/folds.hpp"

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/folds.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// out = next(out, column), whole registers first; without columns before, `start` stands for out.
template <class Next>
HWY_INLINE void each(double const* column, std::size_t n, bool first, double start, double* out, Next next) {
  constexpr hn::CappedTag<double, 8> d;
  constexpr hn::CappedTag<double, 1> one;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d))
    hn::StoreU(next(d, first ? hn::Set(d, start) : hn::LoadU(d, out + i), hn::LoadU(d, column + i)), d, out + i);
  for (; i < n; ++i)
    hn::StoreU(next(one, first ? hn::Set(one, start) : hn::LoadU(one, out + i), hn::LoadU(one, column + i)), one,
               out + i);
}

void fold_column(Fold what, double const* column, std::size_t n, double j, double* out) {
  auto const first = j == 0;
  auto const over = [&](double start, auto next) HWY_ATTR { each(column, n, first, start, out, next); };
  switch (what) {
    case Fold::sum:
      return over(-0.0, [](auto, auto a, auto y) HWY_ATTR { return hn::Add(a, y); });  // which leaves every y as it is
    case Fold::maximum:
      return over(0, [first](auto, auto a, auto y) HWY_ATTR { return first ? y : hn::IfThenElse(hn::Gt(y, a), y, a); });
    case Fold::minimum:
      return over(0, [first](auto, auto a, auto y) HWY_ATTR { return first ? y : hn::IfThenElse(hn::Lt(y, a), y, a); });
    case Fold::ones:
      return over(0, [](auto d, auto a, auto y) HWY_ATTR {
        auto const one = hn::Set(d, 1.0);
        return hn::Add(a, hn::IfThenElseZero(hn::Eq(y, one), one));
      });
    case Fold::specials:  // y - y is 0 for the others
      return over(0, [](auto d, auto a, auto y) HWY_ATTR {
        return hn::Add(a, hn::IfThenZeroElse(hn::Eq(hn::Sub(y, y), hn::Zero(d)), hn::Set(d, 1.0)));
      });
    case Fold::first_one:
      return over(-1, [j](auto d, auto a, auto y) HWY_ATTR {
        auto const here = hn::And(hn::Lt(a, hn::Zero(d)), hn::Eq(y, hn::Set(d, 1.0)));
        return hn::IfThenElse(here, hn::Set(d, j), a);
      });
  }
}

void scale(double const* column, std::size_t n, double weight, double* out) {
  each(column, n, false, 0, out,
       [weight](auto d, auto sum, auto y) HWY_ATTR { return hn::Add(sum, hn::Mul(hn::Set(d, weight), y)); });
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(fold_column);
HWY_EXPORT(scale);

void fold(Fold what, std::span<double const> column, double j, std::span<double> out) {
  obey_environment();
  HWY_DYNAMIC_DISPATCH(fold_column)(what, column.data(), column.size(), j, out.data());
}

void add_scaled(std::span<double const> column, double weight, std::span<double> out) {
  obey_environment();
  HWY_DYNAMIC_DISPATCH(scale)(column.data(), column.size(), weight, out.data());
}

}  // namespace warner::sim
#endif
