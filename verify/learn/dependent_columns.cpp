#include "verify/learn/dependent_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

#include "sim/steps.hpp"
#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr std::size_t most_columns = 16, edges_read = 512, coarse = 8, fine = 40;

/// What of Pearson's statistic is beyond its mean under no difference, and beyond chance; at least 0.
struct Excess {
  double statistic, freedom;

  double beyond_mean() const { return std::max(0.0, statistic - freedom); }
  double of_chance() const { return beyond_chance * std::sqrt(2 * freedom); }
};

using Cells = std::vector<double>;  // small integers

/// In which of so many cells of equal mass each number lies; NaN stays NaN.
Cells cells_of(std::vector<double> const& numbers, std::size_t many) {
  std::vector<double> sorted;
  for (std::size_t i = 0; i < numbers.size(); i += std::max<std::size_t>(1, numbers.size() / edges_read))
    if (!std::isnan(numbers[i])) sorted.push_back(numbers[i]);
  std::ranges::sort(sorted);
  std::vector<double> edges, heights{0};
  for (std::size_t k = 1; k < many && !sorted.empty(); ++k)
    if (auto const edge = sorted[k * sorted.size() / many]; edges.empty() || edge > edges.back()) {
      edges.push_back(edge);
      heights.push_back(static_cast<double>(edges.size()));
    }
  Cells cells(numbers.size());
  sim::add_steps(numbers, edges, heights, cells);
  return cells;
}

/// Of the first half of the numbers against the second.
Excess difference(std::vector<double> const& numbers) {
  auto const cells = cells_of(numbers, fine);
  std::array<std::array<double, 2>, fine> counts{};
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!std::isnan(cells[i])) ++counts[static_cast<std::size_t>(cells[i])][2 * i >= cells.size()];
  Excess excess{0, -1};
  for (auto const& [a, b] : counts)
    if (a + b > 0) excess.statistic += (a - b) * (a - b) / (a + b), ++excess.freedom;
  return {excess.statistic, std::max(1.0, excess.freedom)};
}

/// Of the dependence of two columns.
Excess dependence(Cells const& a, Cells const& b) {
  std::array<std::array<double, coarse>, coarse> counts{};
  std::array<double, coarse> of_a{}, of_b{};
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!std::isnan(a[i]) && !std::isnan(b[i]))
      ++counts[static_cast<std::size_t>(a[i])][static_cast<std::size_t>(b[i])];
  for (std::size_t x = 0; x < coarse; ++x)
    for (std::size_t y = 0; y < coarse; ++y) of_a[x] += counts[x][y], of_b[y] += counts[x][y];
  Excess excess{0, (coarse - 1) * (coarse - 1)};
  for (std::size_t x = 0; x < coarse; ++x)
    for (std::size_t y = 0; y < coarse; ++y) {
      auto const expected = of_a[x] * of_b[y] / static_cast<double>(a.size());
      if (expected > 0) excess.statistic += (counts[x][y] - expected) * (counts[x][y] - expected) / expected;
    }
  return excess;
}

}  // namespace

std::vector<Feature> features_of_dependent_columns(std::vector<Column> const& kinds, ConstBatch under_d,
                                                   ConstBatch under_d_prime) {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < kinds.size() && columns.size() < most_columns; ++j)
    if (kinds[j].kind != Column::Kind::category && kinds[j].kind != Column::Kind::flag) columns.push_back(j);
  if (columns.size() < 2) return {};
  auto const numbers_of = [&](std::size_t j) {
    auto const n = std::min({under_d.releases(), under_d_prime.releases(), glance});
    std::vector<double> numbers;
    for (auto const& batch : {under_d, under_d_prime})
      std::ranges::copy(batch.column(j).first(n), std::back_inserter(numbers));
    return numbers;
  };
  std::vector<Cells> cells;
  for (auto const j : columns) cells.push_back(cells_of(numbers_of(j), coarse));
  std::vector<std::pair<double, std::pair<std::size_t, std::size_t>>> pairs;
  for (std::size_t a = 0; a < columns.size(); ++a)
    for (std::size_t b = a + 1; b < columns.size(); ++b)
      if (auto const excess = dependence(cells[a], cells[b]); excess.beyond_mean() > excess.of_chance())
        pairs.push_back({-excess.statistic, {columns[a], columns[b]}});
  std::ranges::sort(pairs);
  if (pairs.size() > few) pairs.resize(few);
  std::vector<std::pair<double, Feature>> found;
  std::vector<double> memory;
  for (auto const& [_, pair] : pairs) {
    auto const x = numbers_of(pair.first), y = numbers_of(pair.second);
    std::vector<double> sum(x), less(x);
    for (std::size_t i = 0; i < x.size(); ++i) sum[i] += y[i], less[i] -= y[i];
    auto const known = std::max({difference(x).beyond_mean() + difference(y).beyond_mean(),
                                 difference(sum).beyond_mean(), difference(less).beyond_mean()});
    auto both = x;
    both.insert(both.end(), y.begin(), y.end());
    for (auto feature : {Feature{Feature::Kind::product, 0, 1, {0, 0}}, Feature{Feature::Kind::angle, 0, 1, {}}}) {
      evaluate(feature, {both.data(), x.size(), 2}, memory);
      auto const excess = difference(memory);
      if (!(excess.beyond_mean() > known + excess.of_chance())) continue;
      feature.column = pair.first;
      feature.other = pair.second;
      found.emplace_back(-excess.statistic, std::move(feature));
    }
  }
  std::ranges::stable_sort(found, {}, [](auto const& entry) { return entry.first; });
  std::vector<Feature> features;
  for (std::size_t i = 0; i < std::min(few, found.size()); ++i) features.push_back(std::move(found[i].second));
  return features;
}

}  // namespace warner::verify
