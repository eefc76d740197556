#pragma once

#include "mechanisms/central/sparse_vector.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {

/// A sparse vector that answers the queries above with fresh noise: the threshold has rho of scale 3 / epsilon, the
/// comparison nu of 6 c / epsilon, and a query above is released as x_i + Laplace noise of scale 3 c / epsilon, drawn
/// anew.
///
/// Guarantee:  epsilon-DP where every answer may move by at most 1, a third of epsilon for each noise [WDWKZ19].
/// Release:    a flag (1, 0, -1 not asked any more) and a value (0 unless above) a query.
/// Data:       n numbers, the exact answers.
class SparseVectorNumerical {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, 1 <= n <= 64 and c >= 1.
  SparseVectorNumerical(double epsilon, std::size_t n, std::size_t c, double threshold);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return selection_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// At delta = 0: the largest over the flags of their log ratio and what the values above add. Else open.
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const;

 private:
  std::size_t n_;
  SparseVector selection_;
  noise::Laplace noise_;
};

Entry sparse_vector_numerical_entry();

}  // namespace warner::mechanisms::central
