#pragma once

#include "mechanisms/contract/mechanism.hpp"
#include "verify/game/game.hpp"
#include "verify/scores/score.hpp"
#include "verify/wealth/nested_bets.hpp"

namespace warner::verify {

/// Plays the trials of verify::play, and counts the guesses of nested bets on the same releases.
/// @param score: of the round's strategy, on which they may be.
NestedTally play_nested_bets(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                             NestedBets const& laid, GameOptions const& options, Score const& score = {});

}  // namespace warner::verify
