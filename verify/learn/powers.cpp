#include "verify/learn/powers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

#include "verify/learn/innovations.hpp"
#include "verify/learn/learned_features.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/number_columns.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr double octave = 2;

bool spans_an_octave(std::span<double const> column) {
  std::vector<double> some(column.begin(),
                           column.begin() + static_cast<std::ptrdiff_t>(std::min(glance, column.size())));
  if (!std::ranges::all_of(some, [](double y) { return y > 0 && std::isfinite(y); })) return false;
  std::ranges::sort(some);
  return some[some.size() * 9 / 10] >= octave * some[some.size() / 10];
}

/// Column by column, of the first releases.
std::vector<double> logarithms(ConstBatch releases, std::size_t many, std::vector<std::size_t> const& columns) {
  std::vector<double> logs;
  logs.reserve(many * columns.size());
  for (auto const j : columns)
    for (auto const y : releases.column(j).first(many)) logs.push_back(log_on_a_grid(y));
  return logs;
}

}  // namespace

Finding products_of_powers(std::vector<Column> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const many = std::min({under_d.releases(), under_d_prime.releases(), lesson});
  if (many == 0) return {};
  auto positive = number_columns(columns, most_alone);
  std::erase_if(positive, [&](std::size_t j) {
    return !spans_an_octave(under_d.column(j)) || !spans_an_octave(under_d_prime.column(j));
  });
  if (positive.size() < 2) return {};
  auto const d = logarithms(under_d, many, positive), d_prime = logarithms(under_d_prime, many, positive);
  ConstBatch const of_d{d.data(), many, positive.size()}, of_d_prime{d_prime.data(), many, positive.size()};
  std::vector<Column> const kinds(positive.size(), Column{"", Column::Kind::real});
  auto const of_columns = [&](Feature const& of_logs) {
    Feature feature{Feature::Kind::log_combination, 0, 0, std::vector<double>(positive.back() + 1)};
    if (of_logs.kind == Feature::Kind::coordinate) feature.parameters[positive[of_logs.column]] = 1;
    for (std::size_t k = 0; k < of_logs.parameters.size(); ++k) feature.parameters[positive[k]] = of_logs.parameters[k];
    return feature;
  };
  Finding found;
  for (auto const& feature : learned_features(kinds, of_d, of_d_prime))
    if (feature.kind == Feature::Kind::combination) found.alone.push_back(of_columns(feature));
  auto const left = innovations(kinds, of_d, of_d_prime);
  std::ranges::transform(left.alone, std::back_inserter(found.alone), of_columns);
  std::ranges::transform(left.summed, std::back_inserter(found.summed), of_columns);
  return found;
}

}  // namespace warner::verify
