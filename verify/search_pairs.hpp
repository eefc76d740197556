#pragma once

#include <cstddef>
#include <span>

#include "verify/search.hpp"

namespace warner::verify {

/// A pair, and the strategy found for it; found.trials counts the searches of all pairs.
struct FoundPair {
  std::size_t pair;
  Found found;
};

/// The pair on which a search promises the largest certified bound, with its strategy. options.most_trials are spent at most: half of them to leave three pairs, by
/// rounds of successive halving (thirding) [JT16] in which every pair left gets an equal share, half of them on a whole search of each of those three. Only
/// search trials are spent, so that one pair is certified and nothing is paid for the others. The first of equals wins.
/// @throws std::invalid_argument without pairs.
FoundPair search_pairs(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs, SearchOptions const& options);

}  // namespace warner::verify
