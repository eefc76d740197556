#pragma once

#include "results/figures/experiments/simulation.hpp"

namespace warner::results::experiments {

/// Maps of a number with Gaussian noise, mu = 1 (lesson, prop. 7). Each keeps the order of releases or adds noise of
/// its own, so that at every epsilon the event that spends the most is "what the map gives is at most a cut": delta of
/// the image is known exactly, and is measured by counting. Adds the rows of panel `delta` of the figure
/// post-processing, and compares.
void add_post_processed_gaussian(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t trials);

}  // namespace warner::results::experiments
