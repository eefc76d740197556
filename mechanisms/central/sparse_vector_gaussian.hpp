#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// The sparse vector technique with Gaussian noise: flags until the first query is above, x_i + nu_i >= T + rho, rho ~
/// N(0, s1^2), nu_i ~ N(0, s2^2), with s1 = 2 L / epsilon, s2 = 4 L / epsilon and L = sqrt(2 ln(1.25 / delta)).
///
/// Guarantee:  (epsilon, delta)-DP where every answer may move by at most 1 [ZW20]; far from tight at finite lengths.
/// Release:    a flag a query: 1 above, 0 below, -1 not asked any more.
/// Data:       n numbers, the exact answers.
class SparseVectorGaussian {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, delta in (0, 1), threshold finite and 1 <= n
  /// <= 1000.
  SparseVectorGaussian(double epsilon, double delta, std::size_t n, double threshold);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// From the law of the place where it stops, by quadrature over rho.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// Pr[the first query above is i], i = 0, .., n - 1, and last Pr[none is].
  std::vector<double> law(Dataset const& dataset) const;

 private:
  ApproximateDp claim_;
  std::size_t n_;
  double threshold_, threshold_deviation_, query_deviation_;
};

Entry sparse_vector_gaussian_entry();

}  // namespace warner::mechanisms::central
