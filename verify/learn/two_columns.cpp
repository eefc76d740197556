#include "verify/learn/two_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

#include "sim/steps.hpp"
#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr std::size_t most_columns = 16, edges_read = 512, most_cells = 40;

/// What of Pearson's statistic is beyond its mean under no difference, and beyond chance; at least 0.
struct Excess {
  double statistic, freedom;

  double beyond_mean() const { return std::max(0.0, statistic - freedom); }
  double of_chance() const { return beyond_chance * std::sqrt(2 * freedom); }
};

using Cells = std::vector<double>;  // small integers

/// In which of the cells of equal mass each number lies; NaN stays NaN.
Cells cells_of(std::span<double const> numbers) {
  std::vector<double> sorted;
  for (std::size_t i = 0; i < numbers.size(); i += std::max<std::size_t>(1, numbers.size() / edges_read))
    if (!std::isnan(numbers[i])) sorted.push_back(numbers[i]);
  std::ranges::sort(sorted);
  std::vector<double> edges, heights{0};
  for (std::size_t k = 1; k < most_cells && !sorted.empty(); ++k)
    if (auto const edge = sorted[k * sorted.size() / most_cells]; edges.empty() || edge > edges.back()) {
      edges.push_back(edge);
      heights.push_back(static_cast<double>(edges.size()));
    }
  Cells cells(numbers.size());
  sim::add_steps(numbers, edges, heights, cells);
  return cells;
}

/// Of the first half of the numbers against the second.
Excess difference(std::span<double const> numbers) {
  auto const cells = cells_of(numbers);
  std::array<std::array<double, 2>, most_cells> counts{};
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!std::isnan(cells[i])) ++counts[static_cast<std::size_t>(cells[i])][2 * i >= cells.size()];
  Excess excess{0, -1};
  for (auto const& [a, b] : counts)
    if (a + b > 0) excess.statistic += (a - b) * (a - b) / (a + b), ++excess.freedom;
  return {excess.statistic, std::max(1.0, excess.freedom)};
}

/// Some columns of both datasets, the first so many releases of D before as many of D'.
class Read {
 public:
  Read(ConstBatch under_d, ConstBatch under_d_prime, std::vector<std::size_t> const& columns, std::size_t most)
      : releases_{std::min({under_d.releases(), under_d_prime.releases(), most})}, width_{columns.size()} {
    for (auto const j : columns)
      for (auto const& batch : {under_d, under_d_prime})
        std::ranges::copy(batch.column(j).first(releases_), std::back_inserter(numbers_));
    for (std::size_t c = 0; c < width_; ++c) alone_.push_back(difference(all().column(c)).beyond_mean());
  }

  /// How much more a feature of two columns tells than these do.
  double more_than_alone(Feature const& feature) {
    return difference(evaluate(feature, all(), memory_)).beyond_mean() - alone_[feature.column] - alone_[feature.other];
  }
  /// Whether that, and more than their sum and their difference tell, is beyond chance.
  bool is_more(Feature const& feature) {
    auto const excess = difference(evaluate(feature, all(), memory_));
    auto const beyond = [&](double known) { return excess.beyond_mean() > known + excess.of_chance(); };
    auto const combined = [&](auto const& combine) {
      memory_.resize(2 * releases_);
      std::ranges::transform(all().column(feature.column), all().column(feature.other), memory_.begin(), combine);
      return difference(memory_).beyond_mean();
    };
    return beyond(alone_[feature.column] + alone_[feature.other]) && beyond(combined(std::plus{})) &&
           beyond(combined(std::minus{}));
  }

 private:
  ConstBatch all() const { return {numbers_.data(), 2 * releases_, width_}; }

  std::size_t releases_, width_;
  std::vector<double> numbers_{}, alone_{}, memory_{};
};

}  // namespace

std::vector<Feature> features_of_two_columns(std::vector<Column> const& kinds, ConstBatch under_d,
                                             ConstBatch under_d_prime) {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < kinds.size() && columns.size() < most_columns; ++j)
    if (kinds[j].kind != Column::Kind::category && kinds[j].kind != Column::Kind::flag) columns.push_back(j);
  if (columns.size() < 2) return {};
  Read some{under_d, under_d_prime, columns, glance};
  std::vector<std::pair<double, Feature>> found;
  for (std::size_t a = 0; a < columns.size(); ++a)
    for (std::size_t b = a + 1; b < columns.size(); ++b)
      for (auto const& feature :
           {Feature{Feature::Kind::product, a, b, {0, 0}}, Feature{Feature::Kind::angle, a, b, {}}})
        found.emplace_back(-some.more_than_alone(feature), feature);
  std::ranges::stable_sort(found, {}, [](auto const& entry) { return entry.first; });
  if (found.size() > few) found.resize(few);
  Read all{under_d, under_d_prime, columns, lesson};
  std::erase_if(found, [&](auto const& entry) { return !all.is_more(entry.second); });
  std::vector<Feature> features;
  for (auto& [_, feature] : found) {
    feature.column = columns[feature.column];
    feature.other = columns[feature.other];
    features.push_back(std::move(feature));
  }
  return features;
}

}  // namespace warner::verify
