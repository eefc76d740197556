#pragma once

#include "results/audit/fields.hpp"
#include "results/audit/record.hpp"

namespace warner::results {

/// A check, whole: its rounds with their strategies; what is read plays the same trials.
Fields<Sequential> const& sequential_fields();

/// What a round is going to play, its strategy and its bets, in one number.
std::uint64_t fingerprint_of(verify::Round const& round);

/// Right, wrong and abstained guesses.
Fields<sim::Tally> tally_fields();

/// Where the replicates of its last look end; 0 when there was none.
std::uint64_t last_of(verify::Check const& check);

}  // namespace warner::results
