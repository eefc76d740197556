#pragma once

#include <memory>
#include <vector>

#include "bench/sim/contest.hpp"
#include "bench/sim/numpy.hpp"

namespace warner::bench {

/// Every law into a buffer that stays in the first cache, beside std, Boost and, where it is there, numpy.
std::vector<Contestant> noise_contestants(std::shared_ptr<Numpy> const& numpy);

/// What depends on the machine: Laplace noise to memory past all caches beside memset, and, where there are two cores,
/// the driver's two threads beside one, by the clock on the wall.
std::vector<Contestant> machine_contestants();

}  // namespace warner::bench
