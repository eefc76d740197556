#pragma once

#include <cstdint>

#include "sim/tally.hpp"
#include "verify/bounds/refutation_power.hpp"

namespace warner::verify {

/// The blind spot of an audit: the smallest mass of an event that it would have refuted, had it waited for it.
/// The event is possible under D alone, and refuted with probability at least `power`. Everything rarer could have
/// passed unseen. 1 when no event would have been enough, with too few trials.
///
/// Statistic:  the coin is fair, so the trials that land in an event of mass m are Binomial(trials, m / 2).
///             No guess is ever wrong, and the bound exceeds the claim from a certain number of right ones on.
double blind_spot(std::uint64_t trials, double claimed_epsilon, double delta, double level, double power = 0.99);

/// The smallest epsilon above the claim that would have been refuted, had it been the log odds of this audit's guesses.
/// It would have been with probability at least `power`; infinite when nothing would have been.
///
/// Statistic:  1. The number of guesses is the one that was seen, g their rate.
///             2. Each is right with probability 1 - (1 - delta / g) / (1 + e^epsilon / odds), odds being the coin's:
///                the boundary of (G). At delta > 0 g is an upper confidence bound.
///             3. The right ones are binomial, and the rule refutes from some number of them on.
/// Guarantee:  where epsilon is true, Pr[this is at most epsilon, and the claim is not refuted] <= 1 - power, whatever
///             the rate of guesses. At delta > 0 the bound on the rate takes half of that probability.
/// Assumes:    independent trials that are alike, and a number of them that was fixed beforehand.
/// @param delta: the share of it that the strategy spends.
double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, double level,
                          double power = 0.99);

/// The same for any rule that refutes more surely the more guesses are right.
/// Of a check the rule is what one round of all its trials would have shown.
double blind_spot(std::uint64_t trials, Refutes const& refutes, double power = 0.99);
double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, Refutes const& refutes,
                          double power = 0.99);

}  // namespace warner::verify
