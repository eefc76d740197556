#include "results/figures/experiments/laplace_histogram.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/noise/laplace.hpp"

namespace warner::results::experiments {

std::vector<HistogramCell> released_in_cells(Simulation& simulation, LaplaceHistogram const& h, std::uint64_t trials) {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  auto const cells = static_cast<std::size_t>(2 * h.cells_each_side + 2);
  auto const counts =
      simulation.releases(mechanism("laplace", {{"epsilon", h.epsilon}, {"sensitivity", 1}}), {h.truth}, trials, cells,
                          [&](mechanisms::ConstBatch y, std::span<std::uint64_t> into) {
                            for (auto const value : y.column(0)) {
                              auto const cell = std::floor((value - h.centre) / h.cell_width) + h.cells_each_side + 1;
                              ++into[static_cast<std::size_t>(std::clamp(cell, 0.0, static_cast<double>(cells - 1)))];
                            }
                          });
  mechanisms::noise::Laplace const noise{1 / h.epsilon};
  std::vector<HistogramCell> found;
  for (std::size_t i = 0; i < cells; ++i) {
    auto const edge = [&](int at) { return h.centre + (at - h.cells_each_side) * h.cell_width; };
    auto const from = i == 0 ? -infinity : edge(static_cast<int>(i) - 1),
               to = i + 1 == cells ? infinity : edge(static_cast<int>(i));
    auto const mass = from >= h.truth ? noise.cdf(h.truth - from) - noise.cdf(h.truth - to)
                                      : noise.cdf(to - h.truth) - noise.cdf(from - h.truth);
    found.push_back({from, to, counts[i], mass});
  }
  return found;
}

}  // namespace warner::results::experiments
