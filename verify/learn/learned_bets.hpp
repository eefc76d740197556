#pragma once

#include <span>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/bounds/claimed_profile.hpp"
#include "verify/game/sample.hpp"
#include "verify/wealth/nested_bets.hpp"

namespace warner::verify {

/// Layers against a claim, from releases seen before: the feature that tells the datasets apart best, thresholds at
/// eight of its quantiles on either side of the median, and the stakes of greatest growth under what was seen together
/// with as many trials (at most 200) of the Gaussian pair that it looks like. None when nothing is to be won.
Layers learn_layers(std::span<Sample const> samples, mechanisms::AnyMechanism const& mechanism,
                    mechanisms::Pair const& pair, Profile const& claim);

}  // namespace warner::verify
