#include "verify/learn/quadratic_form.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "verify/learn/looks.hpp"
#include "verify/learn/moments.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr double ridge = 1e-10;  // of a variance of 1

/// The inverse, where what does not vary has a variance of 0.
Eigen::MatrixXd inverse(Eigen::MatrixXd scatter) {
  scatter.diagonal().array() += ridge;
  return scatter.ldlt().solve(Eigen::MatrixXd::Identity(scatter.rows(), scatter.cols()));
}

/// Whether so many releases of each dataset, in columns that are not correlated over both, differ in covariances by
/// more than chance. Variances differ where single columns, or their innovations, do.
bool differ_beyond_chance(Eigen::MatrixXd const& differ, double rows) {
  auto const k = static_cast<double>(differ.rows()), many = k * (k - 1) / 2;
  auto const squares = (differ.squaredNorm() - differ.diagonal().squaredNorm()) / 2 * rows / 2;
  return squares > many + beyond_chance * std::sqrt(2 * many);
}

}  // namespace

std::vector<Feature> quadratic_form(std::vector<Column> const& kinds, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const moments = moments_of(kinds, under_d, under_d_prime, most_alone);
  if (!moments) return {};
  Eigen::VectorXd const unit = moments->unit();
  auto const in_units = [&](Eigen::MatrixXd const& covariance) -> Eigen::MatrixXd {
    return unit.asDiagonal() * covariance * unit.asDiagonal();
  };
  Eigen::LLT<Eigen::MatrixXd> const whitening{regular(moments->covariance())};
  if (whitening.info() != Eigen::Success) return {};
  auto const white = [&](Eigen::MatrixXd const& covariance) -> Eigen::MatrixXd {
    Eigen::MatrixXd const half = whitening.matrixL().solve(in_units(covariance));
    return whitening.matrixL().solve(half.transpose());
  };
  Eigen::MatrixXd const of_d = white(moments->d.covariance), of_d_prime = white(moments->d_prime.covariance);
  if (!differ_beyond_chance(of_d - of_d_prime, static_cast<double>(moments->rows))) return {};

  Eigen::MatrixXd const information_d = inverse(of_d), information_d_prime = inverse(of_d_prime);
  Eigen::VectorXd const apart =
      whitening.matrixL().solve(unit.asDiagonal() * (moments->d.mean - moments->d_prime.mean)) / 2;
  // Back from white coordinates, about the middle of the means: of x, L' U x.
  auto const back = [&](Eigen::MatrixXd const& white_ones) -> Eigen::MatrixXd {
    return unit.asDiagonal() * whitening.matrixU().solve(white_ones);
  };
  Eigen::MatrixXd const products = back(back((information_d_prime - information_d) / 2).transpose());
  Eigen::VectorXd const weights = back((information_d + information_d_prime) * apart);
  if (!products.allFinite() || !weights.allFinite()) return {};

  auto const& columns = moments->columns;
  auto const w = columns.back() + 1;
  Feature form{Feature::Kind::quadratic, 0, 0, std::vector<double>(parameters_of_quadratic(w))};
  auto const of_pair = [&](std::size_t j, std::size_t k) -> double& {  // j <= k
    return form.parameters[2 * w + j * (2 * w - j + 1) / 2 + k - j];
  };
  for (std::size_t a = 0; a < columns.size(); ++a) {
    auto const i = static_cast<Eigen::Index>(a);
    form.parameters[columns[a]] = (moments->d.mean[i] + moments->d_prime.mean[i]) / 2;
    form.parameters[w + columns[a]] = weights[i];
    for (std::size_t b = a; b < columns.size(); ++b)
      of_pair(columns[a], columns[b]) = (a == b ? 1 : 2) * products(i, static_cast<Eigen::Index>(b));
  }
  return {form};
}

}  // namespace warner::verify
