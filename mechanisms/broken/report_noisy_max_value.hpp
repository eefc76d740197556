#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::broken {

/// Report noisy max that releases the largest noisy answer itself in the place of its index [D18, Alg. 7, 8].
///   Laplace noise of scale 2 / epsilon: where all n answers move, n epsilon / 2, on every value below both. Flaw:
///   ratio. Exponential noise of mean 2 / epsilon: no value below the largest answer is possible, so where that moves
///   epsilon is infinite. Flaw: support; with all answers moved by 1 the impossible values have mass (1 - e^(-epsilon /
///   2))^n.
class ReportNoisyMaxValue {
 public:
  ReportNoisyMaxValue(double epsilon, std::size_t n, bool exponential);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// At delta = 0. Exponential noise: infinite where the largest answers differ, else open. Laplace noise: when all
  /// answers move one way, the larger of the sum of the moves (every value below all answers) and the largest of them,
  /// over the scale; else open.
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const;

 private:
  double epsilon_, scale_;
  std::size_t n_;
  bool exponential_;
};

Entry report_noisy_max_value_laplace_entry();
Entry report_noisy_max_value_exponential_entry();

}  // namespace warner::mechanisms::broken
