#pragma once

#include "sim/tally.hpp"

namespace warner::verify {

/// Whether one strategy guesses better against one mechanism than against another: Fisher's exact test.
///
/// Statistic:   the right guesses among those of `head`, given how many guesses each game has and how many of all are
///              right: hypergeometric where both have one law of releases.
/// Guarantee:   Pr[p <= alpha] <= alpha, for every alpha, where both mechanisms have one law. [F35]
/// Assumptions: one strategy, fixed before both games; one coin; disjoint draws.
/// Reading:     small where the odds of `head` are larger: it leaks more on this event.
/// @return the p-value, rounded up; 1 where either has no guess. @throws std::invalid_argument where the coins differ.
double p_value_of_larger_odds(sim::Tally const& base, sim::Tally const& head);

/// The level that the k-th of infinitely many comparisons has, k >= 1: 6 / (pi k)^2 of it. They add up to the level.
double level_of_comparison(double level, std::uint64_t k);

}  // namespace warner::verify
