#include "verify/learn/sums_of_two.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verify/bounds/luck.hpp"
#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr int slot_bits = 10, bits_of_range = 30;
constexpr std::size_t slots = std::size_t{1} << slot_bits;
constexpr std::size_t most_read = std::size_t{1} << 20;  // sums of a dataset, of all pairs of columns

/// Numbers of D and of D'.
using Both = std::array<std::span<double const>, 2>;

/// A power of two: so small a part of the range of finite numbers; 0 where there is no range.
double step_of(Both const& column) {
  auto least = HUGE_VAL, greatest = -HUGE_VAL;
  for (auto const numbers : column)
    for (auto const y : numbers)
      if (std::isfinite(y)) least = std::min(least, y), greatest = std::max(greatest, y);
  auto const range = greatest - least;
  return range > 0 && std::isfinite(range) ? std::ldexp(1, std::ilogb(range) - bits_of_range) : 0;
}

/// How far the datasets differ in the one slot where they do most, in squared standard deviations.
/// Numbers are multiples of a step, about 2^30 of them or fewer.
template <typename Number>
double most_in_a_slot(std::size_t n, double step, Number number) {
  constexpr double most = 0x1p62;
  std::array<std::array<std::int32_t, slots>, 2> seen{};
  for (std::size_t arm = 0; arm < 2; ++arm)
    for (std::size_t i = 0; i < n; ++i) {
      auto const multiple = number(arm, i) / step;
      if (!(std::fabs(multiple) < most)) continue;
      auto const key = static_cast<std::uint64_t>(std::llrint(multiple)) * 0x9E3779B97F4A7C15u;
      ++seen[arm][key >> (64 - slot_bits)];
    }
  double largest = 0;
  for (std::size_t s = 0; s < slots; ++s) {
    auto const a = static_cast<double>(seen[0][s]), b = static_cast<double>(seen[1][s]);
    if (a + b > 0) largest = std::max(largest, (a - b) * (a - b) / (a + b));
  }
  return largest;
}

}  // namespace

std::vector<Feature> sums_that_come_again(std::vector<Column> const& columns, ConstBatch under_d,
                                          ConstBatch under_d_prime) {
  std::vector<std::size_t> numbers;
  for (std::size_t j = 0; j < columns.size() && numbers.size() < most_alone; ++j)
    if (columns[j].kind != Column::Kind::category && columns[j].kind != Column::Kind::flag) numbers.push_back(j);
  if (numbers.size() < 2) return {};
  auto const pairs = numbers.size() * (numbers.size() - 1) / 2;
  auto const n = std::min({under_d.releases(), under_d_prime.releases(), glance, most_read / pairs});
  std::vector<Both> read;
  std::vector<double> steps, alone;
  auto const luck_alone = luck_of_the_largest(static_cast<double>(slots));
  for (auto const j : numbers) {
    read.push_back({under_d.column(j).first(n), under_d_prime.column(j).first(n)});
    steps.push_back(step_of(read.back()));
    auto const number = [&](std::size_t arm, std::size_t i) { return read.back()[arm][i]; };
    auto const most = steps.back() == 0 ? 0 : most_in_a_slot(n, steps.back(), number);
    alone.push_back(std::max(0.0, most - luck_alone * luck_alone));
  }
  auto const luck = luck_of_the_largest(static_cast<double>(2 * pairs * slots));
  std::vector<std::pair<double, Feature>> found;
  for (std::size_t a = 0; a < numbers.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      auto const step = std::max(steps[a], steps[b]);
      if (steps[a] == 0 || steps[b] == 0) continue;
      for (auto const sign : {-1.0, 1.0}) {
        auto const sum = [&](std::size_t arm, std::size_t i) { return read[a][arm][i] + sign * read[b][arm][i]; };
        auto const more = most_in_a_slot(n, step, sum) - alone[a] - alone[b];
        if (more > luck * luck)
          found.emplace_back(-more, Feature{Feature::Kind::sum_of_two, numbers[a], numbers[b], {sign, step}});
      }
    }
  std::ranges::stable_sort(found, {}, [](auto const& entry) { return entry.first; });
  if (found.size() > few) found.resize(few);
  std::vector<Feature> features;
  for (auto& [_, feature] : found) features.push_back(std::move(feature));
  return features;
}

}  // namespace warner::verify
