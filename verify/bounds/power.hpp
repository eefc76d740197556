#pragma once

#include <cstdint>

#include "sim/tally.hpp"
#include "verify/bounds/refutation_power.hpp"

namespace warner::verify {

/// The blind spot of an audit: the smallest mass m such that an event of mass m under D, impossible under D', would
/// have been refuted with probability at least `power`, had the strategy been to wait for it. Everything rarer could
/// have passed unseen. 1 when no event would have been enough (too few trials).
///
/// Statistic: the coin is fair; the trials under D that land in the event are Binomial(trials, m / 2), nobody is ever
/// wrong, and the bound exceeds the claim from a certain number of them on.
double blind_spot(std::uint64_t trials, double claimed_epsilon, double delta, double level, double power = 0.99);

/// The smallest epsilon above the claim that would have been refuted with probability at least `power`, had it been the
/// odds of this audit's guesses. delta is the share that the strategy spends. Infinite when nothing would have been.
///
/// Statistic:  the number of guesses is the one that was seen; each is right with probability 1 - (1 - delta / g) / (1
///             + e^epsilon / odds), g being the rate of guesses: those are the odds at the boundary of (G). The right
///             ones are binomial, and the rule refutes from some number of them on.
/// Guarantee:  where epsilon is truly the odds, Pr[this is at most epsilon, and the claim is not refuted] <= 1 - power,
///             whatever the rate of guesses. At delta > 0 g is an upper confidence bound, which takes half of that
///             probability.
/// Assumes:    independent trials that are alike, and a number of them that was fixed beforehand.
double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, double level,
                          double power = 0.99);

/// The same for any rule that refutes more surely the more guesses are right. Of a check the rule is what one round of
/// all its trials would have shown: it says no more than that.
double blind_spot(std::uint64_t trials, Refutes const& refutes, double power = 0.99);
double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, Refutes const& refutes,
                          double power = 0.99);

}  // namespace warner::verify
