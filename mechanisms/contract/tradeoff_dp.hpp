#pragma once

#include <string>
#include <vector>

#include "mechanisms/contract/guarantee.hpp"

namespace warner::mechanisms {

/// The claim that all statements hold at once, in order, without those that follow from others. Of n statements about
/// (epsilon_i, delta_i) these follow: a larger delta, a larger epsilon, whatever lies above a chord between two of them
/// as points (e^epsilon, delta), and, below the smallest epsilon, what the worst pair of one of them does [KOV15]. A
/// bet on a statement that follows is a mixture of bets on those that imply it, or worse, so nothing is lost when it
/// goes.
/// @throws std::invalid_argument unless there are 1 to 64, each with a finite epsilon >= 0 and a delta in [0, 1).
TradeoffDp all_at_once(std::vector<ApproximateDp> statements, std::string words);

/// The epsilon that follows at delta. Rounded up. @throws std::invalid_argument where delta is below that of every
/// statement: nothing follows there.
double epsilon_at(TradeoffDp const& claim, double delta);

}  // namespace warner::mechanisms
