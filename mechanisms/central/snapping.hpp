#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// A double that is uniform on (0, 1) with its full range of exponents: every double has the mass of the reals that
/// round down to it.
double full_range_uniform(sim::Stream& stream);

/// The snapping mechanism: Laplace noise that is safe in floating point [M12]. x is clamped to [-B, B]; y = x + sign
/// lambda LN(u), u uniform on the doubles of (0, 1) with their full range of exponents, LN the correctly rounded
/// logarithm; y is rounded to the grid of Lambda, the least power of two that is at least lambda (halves upwards), and
/// clamped again. lambda = (1 + 2^-49 B) / epsilon.
///
/// Guarantee:  epsilon-DP for answers that one person moves by at most 1, rounding included. In exact arithmetic
///             distance / lambda, reached by every point of the grid beyond both answers; rounding adds at most 2^-49 B
///             / lambda.
/// Data:       one number.
class Snapping {
 public:
  /// @throws std::invalid_argument unless epsilon and bound are positive and finite, and lambda < bound < 2^46 lambda.
  Snapping(double epsilon, double bound);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  /// Of the law in exact arithmetic, as is privacy.
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  double lambda() const { return lambda_; }
  double grid() const { return grid_; }

 private:
  double snapped(double y) const;
  double mass(double x, double y) const;  // of the release y
  double epsilon_, bound_, lambda_, grid_, per_step_;
};

}  // namespace warner::mechanisms::central
