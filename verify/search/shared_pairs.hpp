#pragma once

#include <span>

#include "verify/search/pairs.hpp"
#include "verify/search/search.hpp"

namespace warner::verify {

/// Chooses among pairs that have datasets in common, as those that are made out of one table have.
///
///   1. Successive halving (here thirding) [JT16], until four are left, on seven tenths of options.most_trials; half of
///      what is left of them goes to each round, and all to the last. A dataset releases once for all pairs that it is
///      in (SharedReleases).
///   2. Half of the places are for pairs by the bound of a strategy that is learned on the round's releases. The others
///      go by simple events (SimpleEvents), whose counts of all rounds add up: these find what is rare.
///   3. The rest goes to a whole search of each of the four. The one with the largest bound is chosen, be it of its
///      search or of a simple event, whose counts the searches' releases add to.
///
/// Of pairs that release alike the first goes on, and others where places are left.
/// Only search trials are spent. A trial is a release.
/// @throws std::invalid_argument without pairs.
ChosenPair most_promising_pair(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                               SearchOptions const& options);

}  // namespace warner::verify
