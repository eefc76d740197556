#pragma once

#include <cstddef>
#include <span>

#include "verify/search.hpp"

namespace warner::verify {

/// The pair on which a search promises the largest certified bound, by successive halving [JT16]: every pair gets an equal share of a round, the
/// better half goes on, and each of them gets twice as much of the next. Only search trials are spent, options.trials of them at most, so that
/// one pair is certified and nothing is paid for the others. The first of equals wins.
/// @throws std::invalid_argument without pairs.
std::size_t most_promising_pair(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs, SearchOptions const& options);

}  // namespace warner::verify
