#include "verify/learn/repeated_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "verify/learn/atom_counts.hpp"
#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t first_ones = 512;  // of a column

/// The first numbers of a column that are there, increasing.
std::vector<double> glance_at(std::span<double const> column) {
  std::vector<double> seen;
  for (auto const y : column.first(std::min(first_ones, column.size())))
    if (!std::isnan(y)) seen.push_back(y);
  std::ranges::sort(seen);
  return seen;
}

/// Whether most of these numbers are there once.
bool hardly_repeat(std::vector<double> numbers) {
  auto const all = numbers.size();
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return 2 * numbers.size() > all;
}

/// The first numbers of these columns under both datasets.
std::vector<double> pooled(Sample const& sample, std::vector<std::size_t> const& columns) {
  auto const of_each = std::min(sample.per_arm, lesson / columns.size());
  std::vector<double> numbers;
  numbers.reserve(2 * of_each * columns.size());
  for (auto const& batch : {sample.releases_d(), sample.releases_d_prime()})
    for (auto const j : columns) {
      auto const column = batch.column(j).first(of_each);
      numbers.insert(numbers.end(), column.begin(), column.end());
    }
  return numbers;
}

}  // namespace

std::vector<Feature> repeated_values(Sample const& one, Sample const& another) {
  if (one.width < 2) return {};
  std::vector<std::size_t> columns;
  std::vector<double> of_others;
  for (std::size_t j = 0; j < std::min(one.width, most_alone); ++j) {
    auto const seen = glance_at(one.releases_d().column(j));
    if (hardly_repeat(seen)) columns.push_back(j);
    else of_others.insert(of_others.end(), seen.begin(), seen.end());
  }
  if (columns.empty()) return {};
  auto const a = pooled(one, columns), b = pooled(another, columns);
  auto const atoms = learn_atoms({a.data(), a.size(), 1}, {b.data(), b.size(), 1});
  std::ranges::sort(of_others);
  Feature feature{Feature::Kind::repeated, 0, 0, {}};
  for (auto const y : atoms.releases)
    if (std::isfinite(y) && feature.parameters.size() < most_alone && !std::ranges::binary_search(of_others, y))
      feature.parameters.push_back(y);
  std::ranges::sort(feature.parameters);
  return feature.parameters.empty() ? std::vector<Feature>{} : std::vector{feature};
}

}  // namespace warner::verify
