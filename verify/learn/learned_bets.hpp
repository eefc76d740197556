#pragma once

#include <span>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/bounds/claimed_profile.hpp"
#include "verify/game/sample.hpp"
#include "verify/scores/strategy.hpp"
#include "verify/wealth/nested_bets.hpp"

namespace warner::verify {

/// Nested bets against a claim, learned from releases seen before; none where nothing is to be gained.
///
///   1. Takes the feature that tells the datasets apart best.
///   2. Sets thresholds at eight of its quantiles on either side of the median.
///   3. Mixes what was seen with as many trials, at most 200, of the Gaussian pair that it looks like.
///   4. Sets the stakes of greatest growth under that mixture.
///   5. Where divergences are claimed, bets on one of them instead if that promises more, at the order of most growth.
///   6. Then the score of the strategy is tried as well, on the second sample, as it was learned on the first.
NestedBets learn_nested_bets(std::span<Sample const> samples, mechanisms::AnyMechanism const& mechanism,
                             mechanisms::Pair const& pair, Profile const& claim, Strategy const& strategy = {});

}  // namespace warner::verify
