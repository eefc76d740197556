#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/tabulated.hpp"

namespace warner::mechanisms::central {

/// A mechanism told by its table: under dataset x it releases labels[i] with probability rows[x][i].
///   probabilistic-dp-counterexample  on a bit: releases 0, 1, 2 under 0 and 1, 2, 3 under 1, where 1 and 2 are
///                                    randomised response and 0 and 3, of mass delta each, give the bit away: the
///                                    epsilon-bound fails there alone, which is called (epsilon, delta)-probabilistic
///                                    DP
///   probabilistic-dp-post-processed  the same with 0 and 1 both released as 4: the bound now fails on 4, of more mass
///                                    than delta. Probabilistic DP does not survive post-processing [M18]; (epsilon,
///                                    delta)-DP does, which is what both claim
///
/// Guarantee:  (epsilon, delta)-DP for both; delta(epsilon) = delta, tight; pure epsilon is infinite.
/// Data:       one row number.
class FiniteChannel {
 public:
  /// @throws std::invalid_argument unless rows are of one length from 1 to 256, hold no negative numbers, and labels
  /// are as many.
  FiniteChannel(std::vector<std::vector<double>> rows, std::vector<double> labels, Guarantee const& claim);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  std::vector<std::vector<double>> rows_;
  std::vector<double> labels_;
  Guarantee claim_;
  std::vector<noise::Tabulated> laws_;  // of each row
};

}  // namespace warner::mechanisms::central
