#include "verify/learn/moments.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include <Eigen/Cholesky>

#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr std::size_t releases_of_each = 8, fewest = 200;  // releases of a dataset: so many for each column, and in all
constexpr double ridge = 1e-10;                            // of a variance of 1
constexpr double ranges_off = 3;  // an outlier: so many ranges, of all but a thousandth, beyond that range

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

MeanAndCovariance moments_of(Eigen::MatrixXd rows) {
  MeanAndCovariance moments{rows.colwise().mean(), {}};
  rows.rowwise() -= moments.mean.transpose();
  moments.covariance = rows.transpose() * rows / static_cast<double>(rows.rows());
  return moments;
}

/// One over the standard deviations; 0 for what does not vary.
Eigen::VectorXd unit_of(Eigen::MatrixXd const& covariance) {
  return covariance.diagonal().cwiseSqrt().unaryExpr([](double s) { return s > 0 ? 1 / s : 0.0; });
}

}  // namespace

Eigen::MatrixXd Moments::covariance() const { return (d.covariance + d_prime.covariance) / 2; }
Eigen::VectorXd Moments::spread() const { return covariance().diagonal().cwiseSqrt(); }
Eigen::VectorXd Moments::unit() const { return unit_of(covariance()); }

Eigen::MatrixXd regular(Eigen::MatrixXd const& covariance) {
  auto const unit = unit_of(covariance);
  Eigen::MatrixXd scatter = unit.asDiagonal() * covariance * unit.asDiagonal();
  scatter.diagonal().array() += ridge + (unit.array() > 0).select(Eigen::ArrayXd::Zero(unit.size()), 1);
  return scatter;
}

Eigen::VectorXd solved(Eigen::MatrixXd const& covariance, Eigen::VectorXd const& right) {
  auto const unit = unit_of(covariance);
  return unit.asDiagonal() * regular(covariance).ldlt().solve(unit.asDiagonal() * right);
}

std::optional<Moments> moments_of(std::vector<Column> const& kinds, ConstBatch under_d, ConstBatch under_d_prime,
                                  std::size_t most) {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < std::min(kinds.size(), most); ++j)
    if (kinds[j].kind != Column::Kind::category) columns.push_back(j);
  auto const n = std::min({under_d.releases(), under_d_prime.releases(), lesson});
  std::vector<Limits> limits;
  for (auto const j : columns)
    limits.push_back(limits_of(under_d.column(j).first(n), under_d_prime.column(j).first(n)));
  auto const d = rows_of(under_d, n, columns, limits), d_prime = rows_of(under_d_prime, n, columns, limits);
  auto const rows = static_cast<std::size_t>(std::min(d.rows(), d_prime.rows()));
  if (columns.size() < 2 || rows < std::max(fewest, releases_of_each * columns.size())) return std::nullopt;
  return Moments{std::move(columns), rows, moments_of(d), moments_of(d_prime)};
}

}  // namespace warner::verify
