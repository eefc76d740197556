#pragma once

#include <optional>
#include <vector>

#include "verify/game/counts.hpp"

namespace warner::verify {

/// A learned score is a log ratio up to how much it was learned too well. One number mends that: the slope a of a
/// logistic regression without intercept, ln p / q = a score, fitted to counts that the score was not learned on. With
/// it the ratio of a rare event follows from the slope of all of them, far more precisely than from the few of that
/// event: the counts below are what the model expects.
///
/// `caution`: standard errors taken off the slope. Empty where what is left is not positive: the score tells nothing.
std::optional<std::vector<Count>> calibrated(std::vector<Count> const& counts, double caution);

}  // namespace warner::verify
