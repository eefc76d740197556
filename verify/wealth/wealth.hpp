#pragma once

#include "sim/tally.hpp"

namespace warner::verify {

/// ln of the mixture wealth against epsilon-DP on a pair (delta = 0): an e-process, to be read after every trial.
///
/// Statistic:  1. Trials in which the adversary speaks are coins of bias at most pi0 = e^epsilon / (1 + e^epsilon).
///             2. The share 1 - u of the wealth is staked on "right": a right guess multiplies it by
///                1 + (1 - u) e^-epsilon, a wrong one by u.
///             3. u is mixed over Beta(b, 1), which puts the prior Beta(1, b), truncated to (pi0, 1), on the bias:
///                    E_b = b int_0^1 u^(W + b - 1) (1 + (1 - u) e^-epsilon)^R du,
///                an incomplete beta function.
///             4. The wealth is the mean of E_b over b = 1, 8, 64, .., 8^8, with weights 1/2, 1/6, 1/12, ...
///                Small b bet on gross violations, large b on subtle ones. [R70, S21, WSR23]
/// Guarantee:  under epsilon-DP a non-negative supermartingale from 1: Pr[it ever reaches 1 / level] <= level (Ville).
///             Each strategy must have been fixed before its release was drawn.
///             Rounded down: the value returned is below the true logarithm, for counts up to 1e12.
/// Reading:    it falls as epsilon grows, because the integrand does for every u.
double log_mixture_wealth(sim::Tally const& tally, double epsilon);

/// An upper bound on log_mixture_wealth without an incomplete beta function, rounded up.
/// It is the wealth of the best stake in hindsight, n KL(right share || pi0); 0 where the share is at most pi0.
double log_wealth_limit(sim::Tally const& tally, double epsilon);

/// ln of E_b alone, before rounding down. @throws std::invalid_argument unless epsilon >= 0 and b > 0.
double log_beta_wealth(double right, double wrong, double epsilon, double b);

}  // namespace warner::verify
