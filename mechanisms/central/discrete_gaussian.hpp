#pragma once

#include <variant>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/discrete_gaussian.hpp"
#include "mechanisms/noise/exact.hpp"

namespace warner::mechanisms::central {

/// The fraction of integers up to 2^20 that is this double. @throws std::invalid_argument when there is none.
noise::Fraction fraction_of(double value);

/// An integer plus discrete Gaussian noise: Pr[Z = z] proportional to e^(-z^2 / (2 sigma2)) [CKS20], by a table (one
/// word a draw, sigma up to 10,000) or by integers alone (rejection, for sigma2 a fraction of integers).
///
/// Guarantee:  sensitivity^2 / (2 sigma2)-zCDP; what is claimed is the epsilon of its own profile at delta, which is
///             reached.
/// Data:       one integer.
class DiscreteGaussian {
 public:
  /// @throws std::invalid_argument unless sigma2 is positive and finite, sensitivity >= 1, delta in (0, 1), and the
  /// sampler can draw it.
  DiscreteGaussian(double sigma2, std::size_t sensitivity, double delta, bool table);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double sigma2_;
  ApproximateDp claim_;
  std::variant<noise::DiscreteGaussian, noise::DiscreteGaussianExact> noise_;
};

}  // namespace warner::mechanisms::central
