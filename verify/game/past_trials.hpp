#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"
#include "sim/replicates.hpp"
#include "verify/game/sample.hpp"

namespace warner::verify {

/// Draws the releases of certifying trials that were played before again from their streams.
/// Of `ranges`, in order, the first that hold `most` trials.
/// Returns as many under D as under D', in two halves, to learn on and to try on.
std::pair<Sample, Sample> past_trials(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                      std::span<sim::Replicates const> ranges, std::uint64_t most, std::uint64_t seed,
                                      sim::Generator generator, sim::Execution const& execution);

}  // namespace warner::verify
