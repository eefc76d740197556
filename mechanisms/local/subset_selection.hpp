#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::local {

/// Subset selection [YB18]: a subset of w of the k categories. It contains the true one with probability w e^epsilon /
/// (w e^epsilon + k - w), and is uniform otherwise.
///
/// Guarantee:  epsilon-DP for one person's value, tight: subsets with the truth have e^epsilon times the mass of those
///             without.
/// Release:    the w categories in increasing order.
/// Data:       one category in {0, .., k - 1}.
class SubsetSelection {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, k >= 2 and 1 <= w < k.
  SubsetSelection(double epsilon, std::size_t k, std::size_t w);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// Pr[the truth is in the subset].
  double contained() const;

 private:
  double epsilon_;
  std::size_t k_, w_;
};

/// max(1, round(k / (e^epsilon + 1))): the least variance.
std::size_t best_subset(double epsilon, std::size_t k);

Entry subset_selection_entry();

}  // namespace warner::mechanisms::local
