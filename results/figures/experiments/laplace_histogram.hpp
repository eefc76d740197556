#pragma once

#include <cstdint>
#include <vector>

#include "results/figures/experiments/simulation.hpp"

namespace warner::results::experiments {

/// Releases of the Laplace mechanism (sensitivity 1) at a query with this true answer, to be counted in cells around
/// `centre`.
struct LaplaceHistogram {
  double epsilon, truth, centre, cell_width;  ///< the last three in answers
  int cells_each_side;
};

/// [from, to), with the releases in it and its exact probability. The outermost two reach to infinity.
struct HistogramCell {
  double from, to;
  std::uint64_t count;
  double probability;
};

std::vector<HistogramCell> released_in_cells(Simulation& simulation, LaplaceHistogram const& histogram,
                                             std::uint64_t trials);

}  // namespace warner::results::experiments
