#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/gaussian.hpp"

namespace warner::mechanisms::central {

/// sigma = sensitivity sqrt(2 ln(1.25 / delta)) / epsilon: enough for epsilon <= 1, and more than enough [DR14, Theorem
/// A.1].
/// @throws std::invalid_argument for epsilon above 1, where the theorem is silent.
double classic_gaussian_sigma(double epsilon, double delta, double sensitivity);

/// The least sigma whose exact profile is at most delta at epsilon [BW18], rounded up to a double.
double analytic_gaussian_sigma(double epsilon, double delta, double sensitivity);

/// The Gaussian mechanism: releases k answers, each plus independent N(0, sigma^2).
///
/// Guarantee:  (epsilon, delta)-DP for answers whose L2 sensitivity is at most `sensitivity`, if sigma was calibrated
///             for it; mu-GDP with mu = sensitivity / sigma [DRS19]. No pure epsilon is finite.
/// Data:       k numbers, the exact answers.
class Gaussian {
 public:
  /// The claim is the caller's word: nothing here checks that sigma keeps it (exact_epsilon tells).
  Gaussian(double sigma, Guarantee const& claim, std::size_t k = 1);
  Gaussian(double sigma, ApproximateDp const& claim, std::size_t k = 1) : Gaussian{sigma, Guarantee{claim}, k} {}

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// From the exact profile; infinite at delta = 0.
  double exact_epsilon(Pair const& pair, double delta) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  double sigma() const { return noise_.standard_deviation(); }
  /// The release estimates its answers without bias, each with this variance.
  double variance() const { return noise_.variance(); }

 private:
  Guarantee claim_;
  std::size_t k_;
  noise::Gaussian noise_;
};

}  // namespace warner::mechanisms::central
