#pragma once

#include <cstdint>

#include "results/figures/tables/agreement.hpp"

namespace warner::results::experiments {

/// The poll of the lesson: n people, each holding 1 with probability mu, answer truthfully with probability p and by a
/// fair coin otherwise. So an answer is 1 with probability pi = p mu + (1 - p) / 2, and n of them sum to Binomial(n,
/// pi). epsilon = ln(1 + 2 p / (1 - p)); p = 1 is the poll without privacy.
struct Poll {
  std::uint64_t n;
  double p, mu;

  double pi() const { return p * mu + (1 - p) / 2; }
  /// The share of truthful answers that gives epsilon: tanh(epsilon / 2); 1 for an infinite epsilon.
  static double truthful(double epsilon);

  /// The unbiased estimate of mu from the number of ones.
  double estimate(std::uint64_t ones) const {
    return (static_cast<double>(ones) / static_cast<double>(n) - (1 - p) / 2) / p;
  }
};

/// The lesson's interval for mu by the central limit theorem, with the estimated variance, within [0, 1]. The lesson
/// prints Phi(1 - alpha/2) for the quantile; it must read Phi^-1(1 - alpha/2), and does here.
Interval clt_interval(Poll const& poll, std::uint64_t ones, double alpha);
/// Does it cover mu? Decided on the scale of pi: (pi_hat - pi)^2 <= z^2 pi_hat (1 - pi_hat) / n.
bool clt_covers(Poll const& poll, std::uint64_t ones, double alpha);
/// Its coverage, exactly: a sum of binomial probabilities.
double clt_coverage(Poll const& poll, double alpha);
/// The width that it tends to: 2 z sqrt(v(p, mu) / n), v(p, mu) = pi (1 - pi) / p^2.
double clt_width(Poll const& poll, double alpha);

/// An interval that covers for every n, p and mu: Clopper and Pearson's for pi, mapped to mu, within [0, 1].
Interval exact_interval(Poll const& poll, std::uint64_t ones, double alpha);
bool exact_covers(Poll const& poll, std::uint64_t ones, double alpha);
double exact_coverage(Poll const& poll, double alpha);

}  // namespace warner::results::experiments
