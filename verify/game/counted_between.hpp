#pragma once

#include <span>
#include <vector>

#include "verify/game/counts.hpp"

namespace warner::verify {

/// Where neighbouring groups part, with few digits (edge_between).
std::vector<double> edges_between(std::vector<Count> const& groups);

/// How many numbers there are below the first edge, from each edge up to the next one, and from the last one on.
/// Edges increase. NaN is left out. The counts have no values.
std::vector<Count> counted_between(std::span<double const> edges, std::span<double const> under_d,
                                   std::span<double const> under_d_prime);

}  // namespace warner::verify
