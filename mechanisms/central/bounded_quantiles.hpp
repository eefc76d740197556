#pragma once

#include "mechanisms/central/sums.hpp"
#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {

/// A quantile by a tree of noisy counts over [L, U] [WZLDSG20]: from the root, the children of a node are counted with
/// noise Lap(height / epsilon); those below 0.5 % of all their counts are taken for empty; the child that holds the
/// quantile is entered, and in the last, or where all are empty, the release is interpolated. q is clamped to [0.005,
/// 0.995].
///
/// Guarantee:  epsilon-DP when a record comes or goes: it is in one node of each level.
/// Truth:      open.
/// Data:       any number of records, clamped to [L, U].
class BoundedQuantiles {
 public:
  struct Tree {
    std::size_t height = 4, branching = 16;
  };
  /// @throws std::invalid_argument unless epsilon is positive and finite, q in [0, 1], height >= 1, branching >= 2 and
  /// at most 2^50 leaves.
  BoundedQuantiles(double epsilon, double q, Interval const& interval, Tree tree);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const&) const { return std::nullopt; }

 private:
  double quantile(std::vector<double> const& places, sim::Stream& stream, std::span<double> counts) const;
  double epsilon_, q_;
  Interval interval_;
  Tree tree_;
  noise::Laplace noise_;
};

Entry bounded_quantiles_entry();

}  // namespace warner::mechanisms::central
