#pragma once

#include <vector>

namespace warner::mechanisms::privacy {

/// One outcome of a pair: its privacy loss ln(p / q) and its probabilities under P and under Q. Infinite loss where q =
/// 0.
struct Outcome {
  long double loss = 0, p = 0, q = 0;
};

/// A pair of laws (P, Q) on finitely many outcomes, in one direction: P against Q. All its privacy is a finite sum of
/// terms of one sign [KOV15, DRS19], so that values keep their digits far below the smallest double; on x86 they reach
/// 1e-4932. The sup over events is attained by the outcomes with loss above epsilon: nobody searches 2^n events.
/// An outcome with a finite loss is possible, also where its masses underflow to 0: epsilon at delta = 0 counts it.
class FiniteLaw {
 public:
  /// @throws std::invalid_argument when a probability is negative or NaN.
  explicit FiniteLaw(std::vector<Outcome> outcomes);

  /// H_(e^epsilon)(P || Q) = sum of p (1 - e^(epsilon - loss))+, any real epsilon.
  long double delta(long double epsilon) const;

  /// Smallest epsilon >= 0 with delta(epsilon) <= delta: between two losses delta is A - e^epsilon B, so no root is
  /// sought. May be inf.
  long double epsilon(long double delta) const;

  /// Trade-off function: the least Pr_P[accept] of a test with Pr_Q[reject] = alpha. Summed from the accepting side.
  long double beta(long double alpha) const;

  /// Renyi divergence of P from Q, order > 0; order 1 is the Kullback-Leibler divergence. Natural logarithms.
  long double renyi(long double order) const;

  /// The largest loss of an outcome.
  long double pure_epsilon() const;

  std::vector<Outcome> const& outcomes() const { return outcomes_; }  ///< loss descending

 private:
  std::vector<Outcome> outcomes_;
};

/// The two rows of a channel matrix as a pair; columns that neither row reaches are left out.
FiniteLaw channel_law(std::vector<double> const& p, std::vector<double> const& q);

/// Privacy of a channel matrix whose rows are all neighbours of one another: the largest over ordered pairs of rows.
double channel_delta(std::vector<std::vector<double>> const& rows, double epsilon);
double channel_epsilon(std::vector<std::vector<double>> const& rows, double delta);

}  // namespace warner::mechanisms::privacy
