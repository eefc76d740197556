#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// A number plus Laplace noise of scale 1 / epsilon on the condition that it is at most `bound` in size [GDGK20].
///
/// Guarantee:  (epsilon, delta)-DP for answers that one person moves by at most 1, delta = (e^(-epsilon (B - 1)) -
///             e^(-epsilon B)) / (2 (1 - e^(-epsilon B))). Reached: delta is the mass that only one law knows, so no
///             epsilon is finite below it.
/// Sampling:   an exponential draw modulo b is an exponential draw on the condition that it is below b: no logarithm
///             besides the fill's.
/// Data:       one number.
class TruncatedLaplace {
 public:
  /// @throws std::invalid_argument unless epsilon and bound are positive and finite, and bound above 1/2.
  TruncatedLaplace(double epsilon, double bound);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return ApproximateDp{epsilon_, delta(1, epsilon_)}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// The profile of answers `distance` apart.
  double delta(double distance, double epsilon) const;

 private:
  double largest_loss(double distance) const {
    return epsilon_ * (distance <= bound_ ? distance : 2 * bound_ - distance);
  }  // of those that are finite
  double epsilon_, bound_;
  double height_;  // 1 / (2 (1 - e^(-epsilon bound)))
};

Entry truncated_laplace_entry();

}  // namespace warner::mechanisms::central
