#include "verify/learn/learned_features.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <Eigen/Core>

#include "verify/learn/best_of.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/moments.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr double negligible = 1e-4;  // a weight, of the largest

}  // namespace

std::vector<Feature> learned_features(std::vector<Column> const& kinds, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const moments = moments_of(kinds, under_d, under_d_prime, most_together);
  if (!moments) return {};
  auto const &of_d = moments->d, &of_d_prime = moments->d_prime;
  auto const& columns = moments->columns;
  auto const middle = [&](Eigen::Index c) { return (of_d.mean[c] + of_d_prime.mean[c]) / 2; };
  Eigen::VectorXd const spread = moments->spread();
  auto const unit = moments->unit();
  auto const k = static_cast<Eigen::Index>(columns.size());
  std::vector<Feature> features;

  auto const weights = solved(moments->covariance(), of_d.mean - of_d_prime.mean);
  auto const share = (weights.array() * spread.array()).abs().eval();
  auto const largest = weights.cwiseAbs().maxCoeff();
  if (std::isfinite(largest) && largest > 0) {
    Feature combination{Feature::Kind::combination, 0, 0, std::vector<double>(columns.back() + 1)};
    for (Eigen::Index c = 0; c < k; ++c)
      if (share[c] > negligible * share.maxCoeff())
        combination.parameters[columns[static_cast<std::size_t>(c)]] = weights[c] / largest;
    features.push_back(std::move(combination));
  }

  if (unit.maxCoeff() > 0) {
    Feature distance{Feature::Kind::distance, 0, 0, std::vector<double>(2 * (columns.back() + 1))};
    for (Eigen::Index c = 0; c < k; ++c) {
      auto* const of_column = distance.parameters.data() + 2 * columns[static_cast<std::size_t>(c)];
      of_column[0] = middle(c);
      of_column[1] = unit[c];
    }
    features.push_back(std::move(distance));
  }

  Eigen::MatrixXd const differ = unit.asDiagonal() * (of_d.covariance - of_d_prime.covariance) * unit.asDiagonal();
  std::vector<std::pair<double, std::pair<Eigen::Index, Eigen::Index>>> pairs;
  for (Eigen::Index a = 0; a < k; ++a)
    for (Eigen::Index b = a + 1; b < k; ++b)
      if (std::fabs(differ(a, b)) * std::sqrt(static_cast<double>(moments->rows) / 2) > beyond_chance)
        pairs.push_back({std::fabs(differ(a, b)), {a, b}});
  for (auto const& [a, b] : best_of(std::move(pairs)))
    features.push_back({Feature::Kind::product,
                        columns[static_cast<std::size_t>(a)],
                        columns[static_cast<std::size_t>(b)],
                        {middle(a), middle(b)}});
  return features;
}

}  // namespace warner::verify
