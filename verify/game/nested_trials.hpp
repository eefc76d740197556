#pragma once

#include "mechanisms/contract/mechanism.hpp"
#include "verify/game/game.hpp"
#include "verify/wealth/nested_bets.hpp"

namespace warner::verify {

/// The game of the same trials as verify::play's, counted by layers.
LayerTally play_layers(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Layers const& layers,
                       GameOptions const& options);

}  // namespace warner::verify
