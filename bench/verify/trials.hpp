#pragma once

#include <vector>

#include "bench/sim/contest.hpp"

namespace warner::bench {

/// A trial of a mechanism, release, score and count, beside the noise alone that it draws. A sample is a trial; a ratio
/// of 0.67 says that a trial costs one and a half times its noise. And report-noisy-max of 16, the release alone.
std::vector<Contestant> trial_contestants();

}  // namespace warner::bench
