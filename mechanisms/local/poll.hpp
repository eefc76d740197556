#pragma once

#include "mechanisms/local/binary_response.hpp"
#include "mechanisms/registry.hpp"

namespace warner::mechanisms::local {

/// The poll: n people answer by randomised response, A(D) = X D + (1 - X) Y with X ~ Bernoulli(r), Y ~ Bernoulli(1/2), and only
/// the number of yeses is released.
///
/// Guarantee:  ln(1 + 2 r / (1 - r)) for each person; tight for the sum when all answers are equal.
/// Data:       n answers, 0 or 1. Release: the sum, whose law is that of two binomials added.
class Poll {
 public:
  Poll(double r, std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return one_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// By enumeration of the law of the sum.
  double exact_epsilon(Pair const& pair, double delta) const;

  /// Pr[sum = k], k = 0, .., n.
  std::vector<double> pmf(Dataset const& dataset) const;
  BinaryResponse const& response() const { return one_; }
  /// mu-hat = (sum / n - (1 - r) / 2) / r, unbiased (eq. 10 of the lesson).
  double estimate(double sum) const { return one_.estimate(sum / static_cast<double>(n_)); }

 private:
  std::size_t n_;
  BinaryResponse one_;
};

Entry poll_entry();

}  // namespace warner::mechanisms::local
