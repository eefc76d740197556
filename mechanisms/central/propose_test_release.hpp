#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {

/// The median by propose, test, release [DL09]. A bound `beta` on the local sensitivity is proposed; gamma, the number
/// of records that must change before it fails, gets noise Lap(1 / epsilon); where gamma + noise <= L = ln(1 / delta) /
/// epsilon the release is (0, 0), else (1, median + Lap(beta / epsilon)). With x_i = 0 for i < 1 and `range` for i > n,
/// m = (n + 1) / 2: A(k) = max over 0 <= t <= k + 1 of x_(m + t) - x_(m + t - k - 1), gamma = min{k : A(k) > beta}.
///
/// Guarantee:  (2 epsilon, delta)-DP under substitution.
/// Truth:      an atom 1 - p and p times a Laplace density, p = Pr[Lap(1 / epsilon) > L - gamma]; by quadrature. gamma
///             = 0 gives p = delta / 2.
/// Data:       n numbers (n odd), clamped to [0, range].
class ProposeTestRelease {
 public:
  /// @throws std::invalid_argument unless epsilon, beta and range are positive and finite, delta in (0, 1), n odd, and
  /// beta < range (else no dataset ever fails).
  ProposeTestRelease(double epsilon, double delta, std::size_t n, double range, double beta);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return ApproximateDp{2 * epsilon_, delta_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// How many records must change before the proposed bound fails.
  double distance(Dataset const& dataset) const;
  /// The probability of an answer.
  double answers(Dataset const& dataset) const;

 private:
  std::vector<double> sorted(Dataset const& dataset) const;
  double epsilon_, delta_;
  std::size_t n_;
  double range_, beta_, limit_;
  noise::Laplace test_, answer_;
};

/// Pr[Lap(1 / epsilon) > z].
double laplace_above(double epsilon, double z);

}  // namespace warner::mechanisms::central
