#pragma once

#include <vector>

#include "bench/sim/contest.hpp"

namespace warner::bench {

/// A whole audit of ten million trials, search, game and bound, beside the bare loop of the game over the standard
/// library, which searches nothing and bounds nothing; and the game alone. A sample is a trial.
std::vector<Contestant> audit_contestants();

}  // namespace warner::bench
