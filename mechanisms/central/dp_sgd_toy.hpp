#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/gaussian.hpp"

namespace warner::mechanisms::central {

/// Private stochastic gradient descent towards a mean, one number, T steps: theta <- theta - eta (theta - (mean of m
/// records drawn from n + N(0, sigma^2))), from 0; released is the last theta alone [ACGMMTZ16].
///
/// Guarantee:  under substitution of a record in [0, 1], by basic composition: T times the epsilon of one step at delta
///             / T, delta.
/// Truth:      one record among zeros is in the sample of step t or not, so the law is a mixture of 2^T Gaussians, of
///             which the other dataset has one; by quadrature, T <= 12. Else open.
/// Data:       n numbers, clamped to [0, 1].
class DpSgdToy {
 public:
  struct Steps {
    std::size_t count = 4, m = 5, n = 10;
    double eta = 0.5, sigma = 1;
  };
  /// @throws std::invalid_argument unless 1 <= m <= n, T >= 1, eta in (0, 1], sigma positive and finite, delta in (0,
  /// 1).
  DpSgdToy(Steps steps, double delta);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// Standard deviation of the last theta's noise; the weights eta (1 - eta)^(T - 1 - t) of the steps.
  double deviation() const;
  std::vector<double> weights() const;

 private:
  Steps steps_;
  ApproximateDp claim_;
  noise::Gaussian noise_;
};

}  // namespace warner::mechanisms::central
