#pragma once

#include <cstdint>
#include <span>

namespace warner::sim {

/// How many of the values are >= the threshold, or <= it. NaN is counted by neither.
std::uint64_t count_at_least(std::span<double const> values, double threshold);
std::uint64_t count_at_most(std::span<double const> values, double threshold);

}  // namespace warner::sim
