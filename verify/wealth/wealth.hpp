#pragma once

#include "sim/tally.hpp"

namespace warner::verify {

/// ln of the mixture wealth against "epsilon-DP on this pair" (delta = 0), a test that may be looked at after every
/// trial.
///
/// Statistic:  the trials in which the adversary speaks are coins of bias at most pi0 = e^epsilon / (1 + e^epsilon). A
///             gambler who stakes the share 1 - u of his wealth on "right" at those odds multiplies it by 1 + (1 - u)
///             e^-epsilon when right, by u when wrong. u is drawn once from Beta(b, 1), which puts pi = 1 - u (1 - pi0)
///             on (pi0, 1): the prior Beta(1, b) truncated there. So
///                 E_b = b int_0^1 u^(W + b - 1) (1 + (1 - u) e^-epsilon)^R du,
///             an incomplete beta function; the wealth is the average of E_b over b = 1, 8, 64, .., 8^8 with weights
///             1/2, 1/6, 1/12, ..: the first bets on gross violations, the later ones on ever subtler ones. [R70, S21,
///             WSR23]
/// Guarantee:  under epsilon-DP, and whatever the strategies as long as each was fixed before its release was drawn, a
///             non-negative supermartingale that starts at 1: Pr[it ever reaches 1 / level] <= level (Ville). Rounded
///             down: what is returned is below the true logarithm, for counts up to 1e12.
/// Reading:    it falls as epsilon grows, because the integrand does for every u.
double log_mixture_wealth(sim::Tally const& tally, double epsilon);

/// What log_mixture_wealth can not exceed, and takes no incomplete beta function: the best gambler of hindsight's, n
/// KL(right share || pi0), and 0 where the share is at most pi0. Rounded up.
double log_wealth_limit(sim::Tally const& tally, double epsilon);

/// ln of E_b alone, before rounding down. @throws std::invalid_argument unless epsilon >= 0 and b > 0.
double log_beta_wealth(double right, double wrong, double epsilon, double b);

}  // namespace warner::verify
