#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// The exact count of n votes, of which n - 1 are fair coins that the adversary does not know: the noise is in the
/// other voters [BBGLT11].
///
/// Guarantee:  (epsilon, delta(epsilon)) for the one vote that is data, in the distributional sense: it holds because,
///             and while, the others are such coins. delta by summing the law of the count; pure epsilon is infinite,
///             since n votes need n voters.
/// Data:       the vote, 0 or 1. Release: the count.
class DistributionalHistogram {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite and 2 <= n <= 10'000.
  DistributionalHistogram(double epsilon, std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  std::size_t n_;
  std::vector<long double> others_;  // Pr[k of the n - 1 others vote 1]
  ApproximateDp claim_;
};

Entry distributional_histogram_entry();

}  // namespace warner::mechanisms::central
