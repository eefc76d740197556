#pragma once

#include "mechanisms/local/binary_response.hpp"

namespace warner::mechanisms::local {

/// The poll: n people answer by randomised response, A(D) = X D + (1 - X) Y with X ~ Bernoulli(r), Y ~ Bernoulli(1/2),
/// and only the number of yeses is released.
///
/// Guarantee:  ln(1 + 2 r / (1 - r)) for each person, and tight for the sum whatever the others hold: it is reached
///             where everybody says yes. At delta > 0 the others hide a person; see privacy.
/// Data:       n answers, 0 or 1. Release: the sum, whose law is that of two binomials added.
class Poll {
 public:
  /// @throws std::invalid_argument unless 0 <= r <= 1 and n >= 1.
  Poll(double r, std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return one_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// Closed form at delta = 0, |ones - ones'| epsilon; else by enumeration of the law of the sum, n^2 / 4 terms.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// ln Pr[sum = k], k = 0, .., n, to about 1e-11.
  std::vector<double> log_pmf(Dataset const& dataset) const;
  BinaryResponse const& response() const { return one_; }
  /// mu-hat = (sum / n - (1 - r) / 2) / r: unbiased (eq. 10 of the lesson), with variance poll_variance(r, mu) / n over
  /// a population of which a share mu holds 1, and response().variance_for_fixed_people(mu, n) for fixed people.
  double estimate(double sum) const { return one_.estimate(sum / static_cast<double>(n_)); }

 private:
  std::size_t n_;
  BinaryResponse one_;
};

/// v(p, mu) = mu / p - mu^2 + (1 - p) / (2 p^2) - (1 - p)^2 / (4 p^2) - mu (1 - p) / p: n times the variance of mu-hat
/// when people tell the truth with probability p and else toss a coin. Eq. 14 of the lesson, which prints 2p^2 and 4p^2
/// without their brackets. It is the sum of what sampling costs, mu (1 - mu), and what privacy costs, (1 - p^2) / (4
/// p^2).
/// @throws std::invalid_argument unless 0 < p <= 1 and 0 <= mu <= 1.
double poll_variance(double p, double mu);

}  // namespace warner::mechanisms::local
