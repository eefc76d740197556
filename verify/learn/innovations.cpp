#include "verify/learn/innovations.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "verify/learn/best_of.hpp"
#include "verify/learn/halves.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/moments.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr double rounding = 1e-10;  // of a column's variance

/// A column less what those before it say.
Feature residual(Moments const& moments, Eigen::VectorXd const& b) {
  auto const j = moments.columns[static_cast<std::size_t>(b.size())];
  if (!b.allFinite() || b.isZero(0)) return {Feature::Kind::coordinate, j};
  Feature feature{Feature::Kind::combination, 0, 0, std::vector<double>(j + 1)};
  for (Eigen::Index i = 0; i < b.size(); ++i) feature.parameters[moments.columns[static_cast<std::size_t>(i)]] = -b[i];
  feature.parameters[j] = 1;
  return feature;
}

/// The regression of a column on those before: as it is fitted, and whole; the one alone where these are the same, or
/// where they may be by chance.
///
/// Of n releases, coefficients that are off from the true ones by chance alone raise the variance that is left by
/// chi-squared with k degrees of freedom over n, of that variance.
std::vector<Feature> residuals(Moments const& moments, Eigen::MatrixXd const& covariance, Eigen::Index k) {
  Eigen::MatrixXd const before = covariance.topLeftCorner(k, k);
  Eigen::VectorXd const with = covariance.col(k).head(k);
  auto const fitted = solved(before, with);
  Eigen::VectorXd const whole = fitted.array().round();
  auto const left = [&](Eigen::VectorXd const& b) { return covariance(k, k) - 2 * b.dot(with) + b.dot(before * b); };
  auto const freedom = static_cast<double>(k), n = static_cast<double>(moments.rows);
  auto const by_chance = (freedom + beyond_chance * std::sqrt(2 * freedom)) / n;
  if (left(whole) <= (1 + by_chance) * std::max(left(fitted), 0.0) + rounding * covariance(k, k))
    return {residual(moments, whole)};
  if (whole.isZero(0)) return {residual(moments, fitted)};
  return {residual(moments, fitted), residual(moments, whole)};
}

}  // namespace

Finding innovations(std::vector<Column> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const moments = moments_of(columns, under_d, under_d_prime, most_alone);
  if (!moments) return {};
  auto const covariance = moments->covariance();
  auto const width = moments->columns.back() + 1;
  Halves read{under_d.columns(0, width), under_d_prime.columns(0, width), closer_look};
  Finding found;
  auto depend = false;
  std::vector<std::pair<double, Feature>> telling;
  for (std::size_t k = 0; k < moments->columns.size(); ++k) {
    std::vector<std::pair<double, Feature>> candidates;
    for (auto& one : residuals(*moments, covariance, static_cast<Eigen::Index>(k)))  // of equals the fitted one
      candidates.emplace_back(std::max(0.0, read.difference_in(one).beyond_chance()), one);
    auto const& [tells, best] = *std::ranges::max_element(candidates, {}, &std::pair<double, Feature>::first);
    found.summed.push_back(best);
    if (best.kind == Feature::Kind::coordinate) continue;
    depend = true;
    if (auto const alone = read.difference_in({Feature::Kind::coordinate, moments->columns[k]}).beyond_mean();
        tells > alone)
      telling.emplace_back(tells - alone, best);
  }
  if (!depend) return {};
  found.alone = best_of(std::move(telling));
  return found;
}

}  // namespace warner::verify
