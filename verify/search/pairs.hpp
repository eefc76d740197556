#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "verify/search/search.hpp"

namespace warner::verify {

/// A pair, by its index, and the strategy found for it; found.trials counts the searches of all pairs.
struct FoundPair {
  std::size_t pair;
  Found found;
  std::uint64_t certify_trials = 0;  ///< planned for a width; 0: what the budget leaves
};

/// Searches several pairs for the one with the largest predicted bound, and for its strategy.
///
///   1. Successive halving (here thirding) [JT16]: in every round each pair left is searched on an equal share of the
///      trials, and a third goes on, until four are left. A quarter of options.most_trials goes to these rounds.
///   2. Where there are variations, and trials enough for a look at each, these rounds take an eighth instead.
///      Another eighth goes to one more round, of the four and their variations, which leaves four again.
///   3. Half of the rest goes to a whole search of each of the four.
///   4. What remains goes to one more search of the best.
///
/// Every look tries the scores that came furthest in the look before, besides what it learns; its trials are fresh.
/// Until 4, pairs are looked at from afar where options.among knows how, and ranked by the bound there over the
/// distance: a group of k has about k times the loss, and shows it with 1 / k^2 of the trials (docs/decisions/0023).
/// Once a reading is beyond the claim, each is looked at from both, with half of the trials, and the larger reading
/// counts: infinite losses do not grow with the distance.
/// Half of the places of each round are for the first options.among.named, which a small share may not show the worth
/// of. No move from D to D' has more than half of the places while another is left.
/// Of equal pairs the first is taken. Only search trials are spent: one pair is certified, at the full level.
/// @throws std::invalid_argument without pairs that are no variations.
FoundPair search_pairs(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                       SearchOptions const& options);

}  // namespace warner::verify
