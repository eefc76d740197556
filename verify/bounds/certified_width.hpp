#pragma once

#include <cstdint>
#include <optional>

#include "sim/tally.hpp"

namespace warner::verify {

/// How far epsilon_lower_bound is below its estimate, in nats; infinite where the estimate is.
double certified_width(sim::Tally const& tally, double delta, double level);

/// Of a pilot's counts, the number of trials with which the width is at most `width`, or `most` where more are needed.
///
/// Statistic:  each count of so many trials is at least its prediction by the pilot, less two standard errors of both.
///             The number is the smallest whose width with these counts is as asked.
/// Assumes:    the pilot's trials are none of those that certify, so that the level holds.
/// @return nothing where the pilot's counts promise no width at all.
std::optional<std::uint64_t> trials_for_width(sim::Tally const& pilot, double delta, double level, double width,
                                              std::uint64_t most);

/// Whether a pilot has counts enough to plan by: with fewer, many more trials are planned than are needed.
bool tells_width(sim::Tally const& pilot);

}  // namespace warner::verify
