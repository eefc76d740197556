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

constexpr std::size_t at_once = 3;                 // tables
constexpr std::size_t row = 32, chunk = 32 * row;  // places, whose sums stay in the nearest cache

/// What up to three tables say together, the first cut of the first table in the lowest bit.
struct Joint {
  std::array<std::int16_t const*, at_once * CutTable::cuts> reached{};
  std::array<std::int16_t, at_once * CutTable::cuts> least{};
  std::vector<double> numbers{0.0};

  explicit Joint(std::span<CutTable const> tables) {
    reached.fill(tables[0].reached[0]);
    least.fill(CutTable::never);
    std::size_t cut = 0;
    for (auto const& table : tables) {
      std::ranges::copy(table.reached, reached.begin() + cut);
      std::ranges::copy(table.least, least.begin() + cut);
      cut += CutTable::cuts;
      std::vector<double> more(numbers.size() * table.numbers.size());
      auto* to = more.data();
      for (auto const number : table.numbers)
        for (auto const before : numbers) *to++ = before + number;
      numbers = std::move(more);
    }
  }

  double at(std::size_t i) const {
    std::size_t place = 0;
    for (std::size_t k = 0; k < least.size(); ++k) place |= static_cast<std::size_t>(reached[k][i] >= least[k]) << k;
    return numbers[place];
  }
};

}  // namespace

void add_cut_tables(std::span<CutTable const> tables, std::span<double> out) {
  obey_environment();
  std::vector<Joint> joints;
  for (std::size_t t = 0; t < tables.size(); t += at_once)
    joints.emplace_back(tables.subspan(t, std::min(at_once, tables.size() - t)));
  auto const whole = out.size() / row * row;
  auto const add = [](auto... x) { HWY_DYNAMIC_DISPATCH(add_joint)(x...); };
  for (std::size_t from = 0; from < whole; from += chunk)
    for (auto const& [reached, least, numbers] : joints)
      add(reached.data(), least.data(), numbers.data(), out.data(), from, std::min(chunk, whole - from));
  for (auto i = whole; i < out.size(); ++i)
    for (auto const& joint : joints) out[i] += joint.at(i);
}

}  // namespace warner::sim
#endif
