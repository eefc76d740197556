#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {

/// The Laplace mechanism: releases k answers, each plus independent Laplace noise of scale sensitivity / epsilon.
///
/// Guarantee:  epsilon-DP for answers whose L1 sensitivity is at most `sensitivity` [DMNS06].
/// Tightness:  on answers L1 distance t apart the privacy loss reaches t epsilon / sensitivity; on one answer, on both
///             sides of the pair with half of the mass, spread over k answers only far in a corner.
/// Data:       k numbers, the exact answers.
class Laplace {
 public:
  /// @throws std::invalid_argument unless epsilon and sensitivity are positive and finite, and k >= 1.
  explicit Laplace(double epsilon, double sensitivity = 1, std::size_t k = 1);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// Closed form at delta = 0 and for answers that differ in one coordinate; else from privacy/product_laplace.hpp, and
  /// open where that is.
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;
  /// For a single answer.
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const;

  double scale() const { return noise_.scale(); }
  /// The release estimates its answers without bias, each with this variance.
  double variance() const { return noise_.variance(); }

 private:
  double epsilon_, sensitivity_;
  std::size_t k_;
  noise::Laplace noise_;
};

}  // namespace warner::mechanisms::central
