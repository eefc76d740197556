#pragma once

#include "mechanisms/central/report_noisy_max.hpp"

namespace warner::mechanisms::central {

/// The median by the exponential mechanism [MT07]: y in {0, .., m} with probability proportional to e^(epsilon u(y) /
/// 2), where u(y) = -|#{x < y} - #{x > y}| / 2 moves by at most 1 when one record is replaced.
///
/// Guarantee:  epsilon-DP under substitution. Not reached: 0.84748 of epsilon = 1 over all datasets of five records in
///             {0, .., 10}, where 0, 0, 8, 9, 9 meets 0, 8, 9, 9, 10; the pair that comes to mind, 0, 0, 0, 10, 10 and
///             0, 0, 10, 10, 10, spends 0.25.
/// Data:       n integers in {0, .., m}.
class PrivateMedian {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, n >= 1 and m >= 1.
  PrivateMedian(double epsilon, std::size_t n, std::size_t m);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    choice_.release(utilities(dataset), stream, out);
  }
  Guarantee guarantee() const { return choice_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch y, std::span<double> out) const {
    choice_.log_density(utilities(dataset), y, out);
  }
  double exact_epsilon(Pair const& pair, double delta) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// u(0), .., u(m).
  Dataset utilities(Dataset const& dataset) const;

 private:
  std::size_t n_, m_;
  ReportNoisyMax choice_;
};

Entry private_median_entry();

}  // namespace warner::mechanisms::central
