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

/// A pair, by its index, and the trials that choosing it took.
struct ChosenPair {
  std::size_t pair;
  std::uint64_t trials;
};

/// Chooses the pair with the largest predicted bound, on options.most_trials.
///
///   1. Successive halving (here thirding) [JT16]: in every round each pair left is searched on an equal share of the
///      trials, and a third goes on, until four are left. A third of the trials goes to these rounds.
///   2. Where there are variations, and trials enough for a look at each, these rounds take a sixth instead.
///      Another sixth goes to one more round, of the four and their variations, which leaves four again.
///   3. The rest goes to a whole search of each of the four.
///
/// Every look tries the scores that came furthest in the look before, besides what it learns; its trials are fresh.
/// Pairs are looked at from afar where options.among knows how, and ranked by the bound there over the
/// distance: a group of k has about k times the loss, and shows it with 1 / k^2 of the trials (docs/decisions/0023).
/// Once a reading is beyond the claim, each is looked at from both, with half of the trials, and the larger reading
/// counts: infinite losses do not grow with the distance.
/// Half of the places of each round are for the first options.among.named, which a small share may not show the worth
/// of. No move from D to D' has more than half of the places while another is left.
/// Of equal pairs the first is taken. Only search trials are spent.
/// @throws std::invalid_argument without pairs that are no variations.
ChosenPair look_for_pair(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                         SearchOptions const& options);

/// The same on three sixteenths of the trials, and a search of that pair for a strategy on the others
/// (docs/decisions/0049). One pair is certified, at the full level.
/// @throws std::invalid_argument likewise.
FoundPair search_pairs(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                       SearchOptions const& options);

}  // namespace warner::verify
