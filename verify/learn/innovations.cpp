#include "verify/learn/innovations.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <Eigen/Core>

#include "verify/learn/learned_scores.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/moments.hpp"
#include "verify/learn/ranking.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr double rounding = 1e-10;  // of a column's variance

/// The regression of a column on the k before it, whole numbers where they may be by chance.
///
/// Of n releases, coefficients that are off from the true ones by chance alone raise the variance that is left by
/// chi-squared with k degrees of freedom over n, of that variance.
Eigen::VectorXd regression(Eigen::MatrixXd const& covariance, Eigen::Index k, double n) {
  Eigen::MatrixXd const before = covariance.topLeftCorner(k, k);
  Eigen::VectorXd const with = covariance.col(k).head(k);
  auto const fitted = solved(before, with);
  Eigen::VectorXd const whole = fitted.array().round();
  auto const left = [&](Eigen::VectorXd const& b) { return covariance(k, k) - 2 * b.dot(with) + b.dot(before * b); };
  auto const freedom = static_cast<double>(k);
  auto const by_chance = (freedom + beyond_chance * std::sqrt(2 * freedom)) / n;
  return left(whole) <= (1 + by_chance) * std::max(left(fitted), 0.0) + rounding * covariance(k, k) ? whole : fitted;
}

}  // namespace

std::vector<Feature> innovations(std::vector<Column> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const moments = moments_of(columns, under_d, under_d_prime, most_alone);
  if (!moments) return {};
  auto const covariance = moments->covariance();
  std::vector<Feature> found;
  auto depend = false;
  for (std::size_t k = 0; k < moments->columns.size(); ++k) {
    auto const j = moments->columns[k];
    auto const b = regression(covariance, static_cast<Eigen::Index>(k), static_cast<double>(moments->rows));
    if (!b.allFinite() || b.isZero(0)) {
      found.push_back({Feature::Kind::coordinate, j});
      continue;
    }
    depend = true;
    Feature feature{Feature::Kind::combination, 0, 0, std::vector<double>(j + 1)};
    for (std::size_t i = 0; i < k; ++i) feature.parameters[moments->columns[i]] = -b[static_cast<Eigen::Index>(i)];
    feature.parameters[j] = 1;
    found.push_back(std::move(feature));
  }
  return depend ? found : std::vector<Feature>{};
}

std::vector<Score> learn_innovations(std::vector<Column> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  Additive sum;
  std::vector<double> d, d_prime;
  for (auto const& feature : innovations(columns, under_d, under_d_prime))
    sum.coordinates.push_back(
        learn_bins(feature, Ranking{evaluate(feature, under_d, d), evaluate(feature, under_d_prime, d_prime)}));
  return sum.coordinates.empty() ? std::vector<Score>{} : std::vector<Score>{sum};
}

}  // namespace warner::verify
