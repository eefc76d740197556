// Small tables read at three cuts, compiled once for each instruction set. Three tables are read as one, at nine cuts:
// where all of them stand side by side, one number is looked up in the place of three.

#include "sim/cut_tables.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/cut_tables.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t row = 32, cuts = 3 * CutTable::cuts;

/// Adds to out[i] the number at the sum of 2^k over the cuts k that place i reaches; places are a multiple of the row.
void add_joint(std::int16_t const* const* reached_at, std::int16_t const* least, double const* numbers,
               double* HWY_RESTRICT out, std::size_t from, std::size_t places) {
  constexpr hn::CappedTag<std::int16_t, row> d;
  HWY_ALIGN std::int16_t index[row];
  for (; places >= row; places -= row, from += row) {
    for (std::size_t i = 0; i < row; i += hn::Lanes(d)) {
      auto sum = hn::Zero(d);
      for (std::size_t k = 0; k < cuts; ++k) {
        auto const one_less = hn::Set(d, static_cast<std::int16_t>(least[k] - 1));
        auto const reached = hn::Gt(hn::LoadU(d, reached_at[k] + from + i), one_less);
        sum = hn::Or(sum, hn::IfThenElseZero(reached, hn::Set(d, static_cast<std::int16_t>(1 << k))));
      }
      hn::Store(sum, d, index + i);
    }
    for (std::size_t i = 0; i < row; ++i) out[from + i] += numbers[index[i]];
  }
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(add_joint);

namespace {

constexpr std::size_t row = 32, chunk = 32 * row;  // places, whose sums stay in the nearest cache

}  // namespace

CutTables::Joint CutTables::together(std::span<CutTable const> tables) {
  Joint joint;
  joint.column.fill(tables[0].column[0]);
  joint.least.fill(CutTable::never);
  std::size_t cut = 0;
  for (auto const& table : tables) {
    std::ranges::copy(table.column, joint.column.begin() + cut);
    std::ranges::copy(table.least, joint.least.begin() + cut);
    cut += CutTable::cuts;
    std::vector<double> more(joint.numbers.size() * table.numbers.size());
    auto* to = more.data();
    for (auto const number : table.numbers)
      for (auto const before : joint.numbers) *to++ = before + number;
    joint.numbers = std::move(more);
  }
  return joint;
}

CutTables::CutTables(std::span<CutTable const> tables) {
  obey_environment();
  for (std::size_t t = 0; t < tables.size(); t += at_once)
    joints_.push_back(together(tables.subspan(t, std::min(at_once, tables.size() - t))));
}

void CutTables::add(std::span<std::int16_t const* const> columns, std::span<double> out) const {
  auto const whole = out.size() / row * row;
  auto const add = [](auto... x) { HWY_DYNAMIC_DISPATCH(add_joint)(x...); };
  for (std::size_t from = 0; from < out.size(); from += chunk)
    for (auto const& [column, least, numbers] : joints_) {
      std::array<std::int16_t const*, at_once * CutTable::cuts> reached;
      std::ranges::transform(column, reached.begin(), [&](std::size_t j) { return columns[j]; });
      auto const last = std::min(out.size(), from + chunk), last_row = std::max(std::min(whole, last), from);
      add(reached.data(), least.data(), numbers.data(), out.data(), from, last_row - from);
      for (auto i = last_row; i < last; ++i) {
        std::size_t place = 0;
        for (std::size_t k = 0; k < least.size(); ++k)
          place |= static_cast<std::size_t>(reached[k][i] >= least[k]) << k;
        out[i] += numbers[place];
      }
    }
}

}  // namespace warner::sim
#endif
