#pragma once

#include "mechanisms/contract/guarantee.hpp"
#include "sim/tally.hpp"

namespace warner::verify {

/// What one tally of a fixed strategy certifies about the pair besides an epsilon: lower bounds.
///
/// Statistic:  r <= Pr[right] and w >= Pr[wrong], Clopper-Pearson bounds at level / 2 each.
///             d is the number of directions that the strategy uses (Strategy::directions).
///             P' and Q' are the laws of "right, wrong, abstained" and of "wrong, right, abstained": what the pair and
///             its mirror image induce when averaged. For d = 1 they are those of the event and its complement.
///             With a biased coin of odds o, (1 + o) / 2 times r stands for r, and (1 + o) / 2 times w / o for w.
///             2 r / d is cut where N right guesses of N trials would be, 2 w / d at 1, so that all bounds are finite:
///             a lucky coin can exceed both.
/// Guarantee:  all bounds hold together with probability at least 1 - level, as functions of the one event that r and w
///             hold.
/// Reading:    each bound rises in r and falls in w while r > w, and is 0 when r <= w.
struct DivergenceBounds {
  double delta = 0;            ///< at epsilon: (2 / d) (r - e^epsilon w), by (G)
  double total_variation = 0;  ///< the same at epsilon = 0
  /// Of Gaussian differential privacy: Phi^-1(2 r / d) - Phi^-1(2 w / d).
  /// G_mu is convex, so averaging both directions is sound [DRS19, corollary 2.13].
  double mu = 0;
  /// The Renyi divergence of P' from Q' of order `order` > 1, in nats.
  /// It is at most the larger of the two directions', by joint quasi-convexity and data processing [EH14, theorems 13
  /// and 9].
  double renyi = 0;
};

/// What a tally of a fixed strategy certifies of its guesses, from which every bound above follows.
/// All true probabilities have p, r at least and q, w at most these, together with probability at least 1 - level.
struct CertifiedRates {
  double p = 0, q = 1;  ///< 2 r / d and 2 w / d, cut as above
  double r = 0, w = 1;  ///< Pr[right] and Pr[wrong]
  int directions = 1;

  bool shows_anything() const { return p > q; }
};
/// @throws std::invalid_argument unless directions is 1 or 2, or 1 where the coin is biased, and level in (0, 1).
CertifiedRates certified_rates(sim::Tally const& tally, int directions, double level);

/// The Renyi divergence of an event and its complement of probabilities p > q, order >= 1; 0 where p <= q.
double event_renyi(double p, double q, double order);

/// A lower bound on the larger of the pair's Renyi divergences of this order >= 1: that of the laws P' and Q'.
/// It rises in p and r, and falls in q and w.
double renyi_lower_bound(CertifiedRates const& rates, double order);

/// A lower bound on the rho of zero-concentrated privacy: the supremum of the above over the order, sought on a grid.
/// It is a function of the same rates, so looking at every order costs no level.
double rho_lower_bound(CertifiedRates const& rates);

/// Whether a statement is contradicted: p - e^epsilon q > delta.
bool contradicts(CertifiedRates const& rates, mechanisms::ApproximateDp const& statement);

/// @throws std::invalid_argument unless directions is 1 or 2, epsilon >= 0, order > 1, and level in (0, 1).
DivergenceBounds divergence_lower_bounds(sim::Tally const& tally, int directions, double epsilon, double order,
                                         double level);

}  // namespace warner::verify
