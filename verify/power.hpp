#pragma once

#include <cstdint>
#include <functional>

#include "sim/tally.hpp"

namespace warner::verify {

/// The blind spot of an audit: the smallest mass m such that an event of mass m under D, impossible under D', would have
/// been refuted with probability at least `power`, had the strategy been to wait for it. Everything rarer could have
/// passed unseen. 1 when no event would have been enough (too few trials).
///
/// Statistic: the coin is fair; the trials under D that land in the event are Binomial(trials, m / 2), nobody is ever wrong, and the bound exceeds
/// the claim from a certain number of them on.
double blind_spot(std::uint64_t trials, double claimed_epsilon, double delta, double level, double power = 0.99);

/// The smallest epsilon above the claim that an audit with this tally's rate of guesses would have exposed with probability
/// at least `power`. delta is the share that the strategy spends. Infinite when nothing would have been.
///
/// delta = 0: exact for the number of guesses seen. delta > 0: both counts at their cautious (1 - power) / 2 quantiles, with an
/// upper confidence bound on the rate of wrong guesses; pessimistic, the more so the fewer they were.
double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, double level, double power = 0.99);

/// The same for any rule that refutes from a tally on, and more surely the more guesses are right: that of a check, say, whose rounds
/// would have been one.
using Refutes = std::function<bool(sim::Tally const&)>;
double blind_spot(std::uint64_t trials, Refutes const& refutes, double power = 0.99);
double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, Refutes const& refutes, double power = 0.99);

}  // namespace warner::verify
