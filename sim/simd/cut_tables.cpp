// Small tables read at three cuts, compiled once for each instruction set. Three tables are read as one, at nine cuts:
// where all of them stand side by side, one number is looked up in the place of three.

#include "sim/cut_tables.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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

/// What up to three tables say together.
struct Joint {
  std::array<std::int16_t const*, at_once * CutTable::cuts> reached{};
  std::array<std::int16_t, at_once * CutTable::cuts> least{};
  std::vector<double> numbers{};
};

/// What the tables say together, one after the other, where `at` gives the place in each.
template <class At>
double said_by(std::span<CutTable const> tables, At at) {
  double sum = 0;
  for (std::size_t t = 0; t < tables.size(); ++t) sum += tables[t].numbers[at(t)];
  return sum;
}

Joint joint_of(std::span<CutTable const> tables) {
  Joint joint{};
  joint.reached.fill(tables[0].reached[0]);
  joint.least.fill(CutTable::never);
  for (std::size_t t = 0; t < tables.size(); ++t)
    for (std::size_t k = 0; k < CutTable::cuts; ++k) {
      joint.reached[t * CutTable::cuts + k] = tables[t].reached[k];
      joint.least[t * CutTable::cuts + k] = tables[t].least[k];
    }
  joint.numbers.resize(std::size_t{1} << (tables.size() * CutTable::cuts));
  for (std::size_t place = 0; place < joint.numbers.size(); ++place)
    joint.numbers[place] = said_by(tables, [&](std::size_t t) { return place >> (t * CutTable::cuts) & 7; });
  return joint;
}

/// Where place i lies in a table.
std::size_t place_in(CutTable const& table, std::size_t i) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < CutTable::cuts; ++k)
    at |= static_cast<std::size_t>(table.reached[k][i] >= table.least[k]) << k;
  return at;
}

}  // namespace

void add_cut_tables(std::span<CutTable const> tables, std::span<double> out) {
  obey_environment();
  auto const whole = out.size() / row * row;
  std::vector<Joint> joints;
  auto const each = [&](auto use) {
    for (auto left = tables; !left.empty(); left = left.subspan(std::min(at_once, left.size())))
      use(left.first(std::min(at_once, left.size())));
  };
  if (whole > 0) each([&](auto some) { joints.push_back(joint_of(some)); });
  auto const add = [](auto... x) { HWY_DYNAMIC_DISPATCH(add_joint)(x...); };
  for (std::size_t from = 0; from < whole; from += chunk)
    for (auto const& [reached, least, numbers] : joints)
      add(reached.data(), least.data(), numbers.data(), out.data(), from, std::min(chunk, whole - from));
  for (auto i = whole; i < out.size(); ++i)
    each([&](auto some) { out[i] += said_by(some, [&](std::size_t t) { return place_in(some[t], i); }); });
}

}  // namespace warner::sim
#endif
