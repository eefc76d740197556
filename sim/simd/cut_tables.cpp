// Small tables read at three cuts, compiled once for each instruction set. Places go in rows of 32, whose sums stay in
// registers while table after table is added. Where a register holds half of a table or more, it is the table.

#include "sim/cut_tables.hpp"

#include <algorithm>
#include <vector>

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/cut_tables.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t row = 32;  // places

/// The places' indices into the table.
HWY_INLINE void indices(CutTable const& table, std::size_t from, std::int16_t* HWY_RESTRICT index) {
  constexpr hn::CappedTag<std::int16_t, row> d;
  for (std::size_t i = 0; i < row; i += hn::Lanes(d)) {
    auto sum = hn::Zero(d);
    for (std::size_t k = 0; k < CutTable::cuts; ++k) {
      auto const one_less = hn::Set(d, static_cast<std::int16_t>(table.least[k] - 1));
      auto const reached = hn::Gt(hn::LoadU(d, table.reached[k] + from + i), one_less);
      sum = hn::Or(sum, hn::IfThenElseZero(reached, hn::Set(d, static_cast<std::int16_t>(1 << k))));
    }
    hn::Store(sum, d, index + i);
  }
}

/// Places are a multiple of the row.
void add_tables(CutTable const* tables, std::size_t many, double* out, std::size_t places) {
  HWY_ALIGN std::int16_t index[row];
  for (std::size_t from = 0; from < places; from += row)
    for (std::size_t t = 0; t < many; ++t) {
      indices(tables[t], from, index);
      auto* const sums = out + from;
      auto const* const numbers = tables[t].numbers.data();
#if HWY_TARGET <= HWY_AVX2
      constexpr hn::CappedTag<double, 8> d;
      constexpr hn::Rebind<std::int64_t, decltype(d)> wide;
      constexpr hn::Rebind<std::int32_t, decltype(d)> half;
      constexpr hn::Rebind<std::int16_t, decltype(d)> narrow;
      constexpr auto lanes = hn::MaxLanes(d);
      auto const low = hn::LoadU(d, numbers), high = hn::LoadU(d, numbers + 8 - lanes);
      for (std::size_t i = 0; i < row; i += lanes) {
        auto const at = hn::PromoteTo(wide, hn::PromoteTo(half, hn::LoadU(narrow, index + i)));
        auto const within = hn::IndicesFromVec(d, hn::And(at, hn::Set(wide, static_cast<std::int64_t>(lanes - 1))));
        auto found = hn::TableLookupLanes(low, within);
        if constexpr (lanes < 8)
          found = hn::IfThenElse(hn::RebindMask(d, hn::Gt(at, hn::Set(wide, static_cast<std::int64_t>(lanes - 1)))),
                                 hn::TableLookupLanes(high, within), found);
        hn::StoreU(hn::Add(hn::LoadU(d, sums + i), found), d, sums + i);
      }
#else
      for (std::size_t i = 0; i < row; ++i) sums[i] += numbers[index[i]];
#endif
    }
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(add_tables);

void add_cut_tables(std::span<CutTable const> tables, std::span<double> out) {
  obey_environment();
  constexpr std::size_t row = 32;
  auto const whole = out.size() / row * row, rest = out.size() - whole;
  HWY_DYNAMIC_DISPATCH(add_tables)(tables.data(), tables.size(), out.data(), whole);
  for (auto i = whole; i < whole + rest; ++i)
    for (auto const& table : tables) {
      std::size_t at = 0;
      for (std::size_t k = 0; k < CutTable::cuts; ++k)
        at |= static_cast<std::size_t>(table.reached[k][i] >= table.least[k]) << k;
      out[i] += table.numbers[at];
    }
}

}  // namespace warner::sim
#endif
