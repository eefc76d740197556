#include "mechanisms/central/linear_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <Eigen/Dense>
#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

Dataset Rows::operator*(Dataset const& x) const {
  Dataset y(rows, 0.0);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) y[i] += (*this)(i, j) * x[j];
  return y;
}

LinearLaplace::LinearLaplace(double epsilon, Rows nodes, Rows mixed, std::vector<double> scales)
    : epsilon_{require_positive("epsilon", epsilon, "what is claimed")},
      nodes_{std::move(nodes)},
      mixed_{std::move(mixed)},
      scales_{std::move(scales)} {
  require(mixed_.columns == nodes_.rows && scales_.size() == nodes_.rows,
          fmt::format("nodes: {} of them, {} mixed, {} scales", nodes_.rows, mixed_.columns, scales_.size()));
  for (auto const scale : scales_)
    require(scale >= 0 && std::isfinite(scale), fmt::format("scale: {} is negative or not finite", scale));
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  auto const size = [](std::size_t n) { return static_cast<Eigen::Index>(n); };
  Eigen::Map<Matrix const> const mix{mixed_.values.data(), size(mixed_.rows), size(mixed_.columns)};
  Eigen::FullPivLU<Matrix> const decomposed{mix};
  one_to_one_ = decomposed.rank() == mix.cols();
  if (!one_to_one_ || mix.rows() != mix.cols()) return;
  Matrix const inverse = decomposed.inverse();
  unmixed_.emplace(mixed_.rows, mixed_.columns);
  std::copy_n(inverse.data(), inverse.size(), unmixed_->values.begin());
  log_determinant_ = -std::log(std::fabs(decomposed.determinant()));
}

std::vector<Column> LinearLaplace::columns(Dataset const& dataset) const {
  require_numbers(dataset, nodes_.columns);
  return std::vector<Column>(mixed_.rows, Column{"y", Column::Kind::real});
}

void LinearLaplace::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const exact = nodes_ * dataset;
  Releases memory;
  auto const nodes = memory.shaped(out.releases(), exact.size());
  for (std::size_t i = 0; i < exact.size(); ++i)
    if (scales_[i] > 0) noise::Laplace{scales_[i]}.fill(stream, exact[i], nodes.column(i));
    else std::ranges::fill(nodes.column(i), exact[i]);
  for (std::size_t j = 0; j < mixed_.rows; ++j) {
    auto const y = out.column(j);
    std::ranges::fill(y, 0.0);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      auto const weight = mixed_(j, i);
      auto const z = nodes.column(i);
      if (weight == 0) continue;
      for (std::size_t r = 0; r < y.size(); ++r) y[r] += weight * z[r];
    }
  }
}

std::optional<privacy::PairPrivacy> LinearLaplace::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (!one_to_one_) return std::nullopt;
  Dataset moved(pair.d.size());
  for (std::size_t j = 0; j < moved.size(); ++j) moved[j] = pair.d[j] - pair.d_prime[j];
  std::vector<double> shifts;
  for (std::size_t i = 0; i < nodes_.rows; ++i) {
    auto const by = std::fabs((nodes_ * moved)[i]);
    if (by > 0 && scales_[i] == 0) return privacy::disjoint_pair();
    shifts.push_back(by == 0 ? 0 : by / scales_[i]);
  }
  return privacy::laplace_pair(shifts);
}

void LinearLaplace::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  if (!unmixed_ || std::ranges::any_of(scales_, [](double s) { return s == 0; }))
    throw std::logic_error{"log_density: this release has no density that is known"};
  auto const exact = nodes_ * dataset;
  std::ranges::fill(out, log_determinant_);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    noise::Laplace const noise{scales_[i]};
    for (std::size_t r = 0; r < out.size(); ++r) {
      double z = 0;
      for (std::size_t j = 0; j < mixed_.rows; ++j) z += (*unmixed_)(i, j) * releases(r, j);
      out[r] += noise.log_pdf(z - exact[i]);
    }
  }
}

std::size_t LinearLaplace::worst_entry() const {
  std::size_t worst = 0;
  double most = -1;
  for (std::size_t j = 0; j < nodes_.columns; ++j) {
    double weight = 0;
    for (std::size_t i = 0; i < nodes_.rows; ++i) {
      auto const at = std::fabs(nodes_(i, j));
      weight += at == 0 ? 0 : at / scales_[i];  // infinite where a node has no noise
    }
    if (weight > most) most = weight, worst = j;
  }
  return worst;
}

}  // namespace warner::mechanisms::central
