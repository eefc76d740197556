#pragma once

#include <span>

namespace warner::sim {

/// A step function of many values: out[i] += heights[k], where k is how many of the edges are <= values[i]; NaN adds
/// itself. edges increase, heights.size() == edges.size() + 1. The same bits on every instruction set.
void add_steps(std::span<double const> values, std::span<double const> edges, std::span<double const> heights,
               std::span<double> out);

}  // namespace warner::sim
