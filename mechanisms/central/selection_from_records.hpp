#pragma once

#include "mechanisms/central/report_noisy_max.hpp"

namespace warner::mechanisms::central {

/// The exponential mechanism on records: a category is released with probability proportional to e^(epsilon count / 2)
/// [MT07].
///
/// Guarantee:  epsilon-DP where a record is replaced: one count falls by 1, another rises by 1.
/// Tightness:  near it where the record moves from a rare category to one that nearly all have.
/// Data:       n records, categories in {0, .., k - 1}.
class SelectionFromRecords {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, and n and k are at least 1.
  SelectionFromRecords(double epsilon, std::size_t n, std::size_t k)
      : n_{n}, k_{k}, selection_{ReportNoisyMax::Noise::gumbel, epsilon, k} {}

  std::vector<Column> columns(Dataset const& dataset) const { return selection_.columns(counts(dataset)); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    selection_.release(counts(dataset), stream, out);
  }
  Guarantee guarantee() const { return selection_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    selection_.log_density(counts(dataset), releases, out);
  }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    return selection_.privacy({counts(pair.d), counts(pair.d_prime), pair.relation, {}});
  }

  /// How many records each category has.
  Dataset counts(Dataset const& dataset) const;

 private:
  std::size_t n_, k_;
  ReportNoisyMax selection_;
};

Entry random_selection_from_records_entry();

}  // namespace warner::mechanisms::central
