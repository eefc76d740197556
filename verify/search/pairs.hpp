#pragma once

#include <cstddef>
#include <span>

#include "verify/search/search.hpp"

namespace warner::verify {

/// A pair, and the strategy found for it; found.trials counts the searches of all pairs.
struct FoundPair {
  std::size_t pair;
  Found found;
};

/// The pair on which a search promises the largest certified bound, with its strategy. Of options.most_trials a quarter
/// goes to rounds of successive halving (thirding) [JT16] in which every pair left gets an equal share, until four are
/// left. Where there are variations, and trials enough for a look at each, an eighth goes to these rounds, and an
/// eighth to one more round of the four and what varies them, which leaves four again. Half of the rest goes to a whole
/// search of each of those, and the remainder to one more of the best. Only search trials are spent, so that one pair
/// is certified and nothing is paid for the others. The first of equals wins. Half of the places of each round are for
/// the first options.among.named: whoever knows the mechanism has thought of them, and a small share may not show what
/// they are worth; and half of those that the round of variations leaves are for pairs that are none.
/// @throws std::invalid_argument without pairs that are no variations.
FoundPair search_pairs(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                       SearchOptions const& options);

}  // namespace warner::verify
