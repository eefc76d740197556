#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {

/// The most frequent category, released exactly where it is stable [DR14]. d = the number of records that must be
/// replaced to alter the mode, minus 1; where d + Lap(1 / epsilon) > ln(1 / delta) / epsilon the release is (1, mode),
/// else (0, 0). Ties go to the smaller category.
///
/// Guarantee:  (epsilon, delta)-DP under substitution.
/// Truth:      three outcomes. Where the modes differ, d is 0 on both sides and delta(t) = delta / 2 at every t >= 0;
///             where they agree and d moves by 1, epsilon.
/// Data:       n categories in {0, .., k - 1}.
class StableMode {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, delta in (0, 1), n >= 1 and k >= 2.
  StableMode(double epsilon, double delta, std::size_t n, std::size_t k);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return ApproximateDp{epsilon_, delta_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  struct Mode {
    double category, distance;
  };
  Mode mode(Dataset const& dataset) const;
  /// The probability of an answer.
  double answers(double distance) const;

 private:
  double epsilon_, delta_;
  std::size_t n_, k_;
  double limit_;
  noise::Laplace test_;
};

}  // namespace warner::mechanisms::central
