#include "verify/learn/centres.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

#include <Eigen/Core>

#include "verify/learn/best_of.hpp"
#include "verify/learn/halves.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/moments.hpp"
#include "verify/learn/number_columns.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

using Point = std::vector<double>;

/// The median of each of some columns, of the first numbers that are there.
Point medians_of(ConstBatch releases, std::vector<std::size_t> const& columns) {
  Point medians;
  std::vector<double> values;
  for (auto const j : columns) {
    values.clear();
    std::ranges::copy_if(releases.column(j).first(std::min(closer_look, releases.releases())),
                         std::back_inserter(values), [](double y) { return std::isfinite(y); });
    auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    if (!values.empty()) std::ranges::nth_element(values, middle);
    medians.push_back(values.empty() ? 0 : *middle);
  }
  return medians;
}

/// Some columns with noise of one length, and one over how far each is off its median, in the middle.
struct Group {
  std::vector<std::size_t> columns;
  std::vector<double> unit;
};

/// Where releases lie densest in the columns of a group: goes to the mean of the nearest half, of the nearest half of
/// these, and so on, and stays where that mean is known best, by its standard error.
Point densest(Group const& group, ConstBatch releases, Point from) {
  auto const& columns = group.columns;
  std::vector<std::pair<double, std::size_t>> nearest(std::min(releases.releases(), lesson));
  for (std::size_t i = 0; i < nearest.size(); ++i) nearest[i].second = i;
  auto best = from;
  auto least = HUGE_VAL;
  while (nearest.size() >= 2 * few * columns.size()) {
    for (auto& [away, i] : nearest) {
      away = 0;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        auto const off = (releases(i, columns[k]) - from[k]) * group.unit[k];
        away += off * off;
      }
      if (std::isnan(away)) away = HUGE_VAL;
    }
    auto const half = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
    std::ranges::nth_element(nearest, half);
    nearest.erase(half, nearest.end());
    std::ranges::sort(nearest, {}, &std::pair<double, std::size_t>::second);  // sums in one order
    auto const n = static_cast<double>(nearest.size());
    for (std::size_t k = 0; k < columns.size(); ++k) {
      from[k] = 0;
      for (auto const& [_, i] : nearest) from[k] += releases(i, columns[k]) / n;
    }
    auto squares = 0.0;
    for (auto const& [away, _] : nearest) squares += away;
    if (auto const error = squares / n / n; error < least) least = error, best = from;
  }
  return best;
}

/// How far each of the first numbers is from its column's median, one column after the other.
std::vector<double> sizes_of(ConstBatch releases, std::vector<std::size_t> const& columns, std::size_t many) {
  auto const medians = medians_of(releases, columns);
  std::vector<double> sizes;
  sizes.reserve(many * columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (auto const y : releases.column(columns[k]).first(many)) sizes.push_back(std::fabs(y - medians[k]));
  return sizes;
}

/// Correlations of each two columns, 0 of what does not vary.
Eigen::MatrixXd correlations(Moments const& moments) {
  auto const unit = moments.unit();
  return unit.asDiagonal() * moments.covariance() * unit.asDiagonal();
}

/// Joins what is joined to the same.
std::vector<std::vector<std::size_t>> groups_of(Eigen::MatrixXd const& joined) {
  std::vector<std::size_t> group(static_cast<std::size_t>(joined.rows()));
  std::iota(group.begin(), group.end(), std::size_t{0});
  for (std::size_t a = 0; a < group.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (joined(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) > 0 && group[a] != group[b])
        std::ranges::replace(group, std::max(group[a], group[b]), std::min(group[a], group[b]));
  std::vector<std::vector<std::size_t>> groups(group.size());
  for (std::size_t a = 0; a < group.size(); ++a) groups[group[a]].push_back(a);
  std::erase_if(groups, [](auto const& members) { return members.size() < 2; });
  return groups;
}

/// The numbers of these columns in the first releases, one column after the other.
std::vector<double> numbers_of(ConstBatch releases, std::vector<std::size_t> const& columns, std::size_t many) {
  std::vector<double> numbers;
  numbers.reserve(many * columns.size());
  for (auto const j : columns) std::ranges::copy(releases.column(j).first(many), std::back_inserter(numbers));
  return numbers;
}

/// Groups of columns that are not correlated, while how far they are off their medians is.
std::vector<Group> dependent(std::vector<std::size_t> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const many = std::min({under_d.releases(), under_d_prime.releases(), closer_look}), k = columns.size();
  auto const sizes_d = sizes_of(under_d, columns, many), sizes_d_prime = sizes_of(under_d_prime, columns, many);
  std::vector const real(k, Column{"", Column::Kind::real});
  auto const sizes = moments_of(real, {sizes_d.data(), many, k}, {sizes_d_prime.data(), many, k}, k);
  if (!sizes) return {};
  auto const by_chance = beyond_chance / std::sqrt(2 * static_cast<double>(sizes->rows));
  Eigen::MatrixXd joined = (correlations(*sizes).array().abs() > by_chance).cast<double>();
  joined.diagonal().setZero();
  if (joined.isZero(0)) return {};
  auto const d = numbers_of(under_d, columns, many), d_prime = numbers_of(under_d_prime, columns, many);
  auto const numbers = moments_of(real, {d.data(), many, k}, {d_prime.data(), many, k}, k);
  if (!numbers) return {};
  joined.array() *= (correlations(*numbers).array().abs() <= by_chance).cast<double>();
  std::vector<Group> groups;
  for (auto const& members : groups_of(joined)) {
    auto& group = groups.emplace_back();
    auto const of_d = medians_of({sizes_d.data(), many, k}, members),
               of_d_prime = medians_of({sizes_d_prime.data(), many, k}, members);
    for (std::size_t m = 0; m < members.size(); ++m) {
      auto const size = (of_d[m] + of_d_prime[m]) / 2;
      group.columns.push_back(columns[members[m]]);
      group.unit.push_back(size > 0 ? 1 / size : 0);
    }
  }
  return groups;
}

Feature distance_from(Point const& centre, Group const& group) {
  Feature distance{Feature::Kind::distance, 0, 0, std::vector<double>(2 * (group.columns.back() + 1))};
  for (std::size_t k = 0; k < centre.size(); ++k) {
    distance.parameters[2 * group.columns[k]] = centre[k];
    distance.parameters[2 * group.columns[k] + 1] = group.unit[k];
  }
  return distance;
}

}  // namespace

Finding distances_from_centres(std::vector<Column> const& kinds, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const columns = number_columns(kinds, most_together);
  if (columns.size() < 2) return {};
  Finding found;
  std::vector<std::pair<double, Feature>> telling;
  for (auto const& group : dependent(columns, under_d, under_d_prime)) {
    std::vector<Feature> both;
    for (auto const& batch : {under_d, under_d_prime})
      both.push_back(distance_from(densest(group, batch, medians_of(batch, group.columns)), group));
    Halves read{under_d.columns(0, group.columns.back() + 1), under_d_prime.columns(0, group.columns.back() + 1),
                closer_look};
    std::vector<double> tells;
    for (auto const& distance : both) tells.push_back(read.difference_in(distance).beyond_chance());
    if (std::ranges::max(tells) <= 0) continue;
    for (std::size_t arm = 0; arm < 2; ++arm)
      if (tells[arm] > 0) telling.emplace_back(tells[arm], both[arm]);
    std::ranges::move(both, std::back_inserter(found.fitted));
  }
  found.alone = best_of(std::move(telling));
  return found;
}

}  // namespace warner::verify
