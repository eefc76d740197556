#pragma once

#include "mechanisms/central/sums.hpp"
#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// Mean, variance and standard deviation as query engines release them [WZLDSG20]: records are clamped to [L, U]; with
/// h = (U - L) / 2, z = x - (L + U) / 2, the noisy statistics are the count, the sum of z, and for the latter two the
/// sum of z^2, each at an equal share of epsilon; what is released is computed from these alone and clamped to where it
/// can lie:
///   bounded-mean                (L + U) / 2 + S / max(1, C), in [L, U]
///   bounded-variance            Q / max(1, C) - (S / max(1, C))^2, in [0, h^2]
///   bounded-standard-deviation  its root
///
/// Guarantee:  epsilon-DP when a record comes or goes; the statistics together spend all of it when that record is at L
///             or U.
/// Truth:      after the division at most epsilon, open.
/// Data:       any number of records.
class BoundedMoments {
 public:
  enum class Release { mean, variance, standard_deviation };
  BoundedMoments(double epsilon, Interval const& interval, Release what);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const&) const { return std::nullopt; }

 private:
  double epsilon_;
  Interval interval_;
  Release what_;
};

Entry bounded_mean_entry();
Entry bounded_variance_entry();
Entry bounded_standard_deviation_entry();

}  // namespace warner::mechanisms::central
