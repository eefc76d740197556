#pragma once

#include <span>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/bounds/claimed_profile.hpp"
#include "verify/game/sample.hpp"
#include "verify/wealth/nested_bets.hpp"

namespace warner::verify {

/// Nested bets against a claim, learned from releases seen before; none where nothing is to be gained.
///
///   1. Takes the feature that tells the datasets apart best.
///   2. Sets thresholds at eight of its quantiles on either side of the median.
///   3. Mixes what was seen with as many trials, at most 200, of the Gaussian pair that it looks like.
///   4. Sets the stakes of greatest growth under that mixture.
NestedBets learn_nested_bets(std::span<Sample const> samples, mechanisms::AnyMechanism const& mechanism,
                             mechanisms::Pair const& pair, Profile const& claim);

}  // namespace warner::verify
