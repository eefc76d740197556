#pragma once

#include <optional>
#include <vector>

#include "verify/game/counts.hpp"

namespace warner::verify {

/// The counts that a calibrated score expects. A learned score is a log ratio up to how far it was overfitted.
///
///   1. Fits the slope a of a logistic regression without intercept, ln p / q = a score.
///      The counts are of trials that the score was not learned on.
///   2. Takes `caution` standard errors off the slope.
///   3. Expects of each group what this model says: of a rare event far more precisely than its few counts do.
///
/// Empty where the slope that is left is not positive: the score tells nothing.
std::optional<std::vector<Count>> calibrated(std::vector<Count> const& counts, double caution);

}  // namespace warner::verify
