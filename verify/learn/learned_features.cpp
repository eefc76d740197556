#include "verify/learn/learned_features.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr std::size_t releases_of_each = 8, fewest = 200;  // releases of a dataset: so many for each column, and in all
constexpr double ranges_off = 3;     // an outlier: so many ranges, of all but a thousandth, beyond that range
constexpr double ridge = 1e-10;      // of a variance of 1
constexpr double negligible = 1e-4;  // a weight, of the largest

struct Limits {
  double low, high;
};

Limits limits_of(std::span<double const> a, std::span<double const> b) {
  std::vector<double> all;
  for (auto const part : {a, b})
    std::ranges::copy_if(part, std::back_inserter(all), [](double y) { return std::isfinite(y); });
  if (all.empty()) return {0, 0};
  auto const quantile = [&](std::size_t at) {
    std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(at));
    return all[at];
  };
  auto const low = quantile(all.size() / 1000), high = quantile(all.size() - 1 - all.size() / 1000);
  auto const off = ranges_off * (high - low);
  return {low - off, high + off};
}

/// The releases without outliers, a row each.
Eigen::MatrixXd rows_of(ConstBatch releases, std::size_t n, std::vector<std::size_t> const& columns,
                        std::vector<Limits> const& limits) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < n; ++i) {
    auto inside = true;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      auto const y = releases.column(columns[c])[i];
      inside = inside && y >= limits[c].low && y <= limits[c].high;
    }
    if (inside) kept.push_back(i);
  }
  Eigen::MatrixXd rows(kept.size(), columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t r = 0; r < kept.size(); ++r)
      rows(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = releases.column(columns[c])[kept[r]];
  return rows;
}

struct Moments {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};

Moments moments_of(Eigen::MatrixXd rows) {
  Moments moments{rows.colwise().mean(), {}};
  rows.rowwise() -= moments.mean.transpose();
  moments.covariance = rows.transpose() * rows / static_cast<double>(rows.rows());
  return moments;
}

}  // namespace

std::vector<Feature> learned_features(std::vector<Column> const& kinds, ConstBatch under_d, ConstBatch under_d_prime) {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < std::min(kinds.size(), most_together); ++j)
    if (kinds[j].kind != Column::Kind::category) columns.push_back(j);
  auto const n = std::min({under_d.releases(), under_d_prime.releases(), lesson});
  std::vector<Limits> limits;
  for (auto const j : columns)
    limits.push_back(limits_of(under_d.column(j).first(n), under_d_prime.column(j).first(n)));
  auto const d = rows_of(under_d, n, columns, limits), d_prime = rows_of(under_d_prime, n, columns, limits);
  auto const rows = static_cast<std::size_t>(std::min(d.rows(), d_prime.rows()));
  if (columns.size() < 2 || rows < std::max(fewest, releases_of_each * columns.size())) return {};

  auto const of_d = moments_of(d), of_d_prime = moments_of(d_prime);
  auto const middle = [&](Eigen::Index c) { return (of_d.mean[c] + of_d_prime.mean[c]) / 2; };
  Eigen::VectorXd const spread = ((of_d.covariance.diagonal() + of_d_prime.covariance.diagonal()) / 2).cwiseSqrt();
  Eigen::VectorXd const unit = spread.unaryExpr([](double s) { return s > 0 ? 1 / s : 0.0; });
  auto const k = static_cast<Eigen::Index>(columns.size());
  std::vector<Feature> features;

  Eigen::MatrixXd scatter = unit.asDiagonal() * ((of_d.covariance + of_d_prime.covariance) / 2) * unit.asDiagonal();
  scatter.diagonal().array() += ridge + (spread.array() > 0).select(Eigen::ArrayXd::Zero(k), 1);
  Eigen::VectorXd const weights =
      unit.asDiagonal() * scatter.ldlt().solve(unit.asDiagonal() * (of_d.mean - of_d_prime.mean));
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
      if (std::fabs(differ(a, b)) * std::sqrt(static_cast<double>(rows) / 2) > beyond_chance)
        pairs.push_back({-std::fabs(differ(a, b)), {a, b}});
  std::ranges::sort(pairs);
  for (std::size_t i = 0; i < std::min(few, pairs.size()); ++i) {
    auto const [a, b] = pairs[i].second;
    features.push_back({Feature::Kind::product,
                        columns[static_cast<std::size_t>(a)],
                        columns[static_cast<std::size_t>(b)],
                        {middle(a), middle(b)}});
  }
  return features;
}

}  // namespace warner::verify
