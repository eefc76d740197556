#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "results/figures/experiments/experiment.hpp"
#include "sim/stream.hpp"

namespace warner::results::experiments {

/// Integer counters of a simulation. Blocks of a run are counted apart and added, so they are the same for any number
/// of threads.
using Counts = std::vector<std::uint64_t>;

/// The simulations of one figure. Each call draws from streams of its own: block numbers are (row of the figure, number
/// of the call within it, block), purpose `experiment`, so no two figures and no two runs of a figure share a draw.
class Simulation {
 public:
  Simulation(FigureOptions const& options, int row) : options_{options}, row_{static_cast<std::uint64_t>(row)} {}

  /// Runs `blocks` blocks, each with a stream of its own, adding to `cells` counters.
  Counts run(
      std::uint64_t blocks, std::size_t cells,
      std::function<void(std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts)> const& work);

  /// Releases M(dataset) `trials` times; `count` sees them batch by batch.
  Counts releases(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset, std::uint64_t trials,
                  std::size_t cells,
                  std::function<void(mechanisms::ConstBatch releases, std::span<std::uint64_t> counts)> const& count);

  /// Fewer trials when the figure is asked for quickly.
  std::uint64_t trials(std::uint64_t full, std::uint64_t quick) const { return options_.quick ? quick : full; }

 private:
  FigureOptions const& options_;
  std::uint64_t row_, calls_ = 0;
};

/// Of the registry, with the parameters given.
mechanisms::AnyMechanism mechanism(std::string_view name, mechanisms::ParameterValues const& values);

/// How many of `people`, who all hold the value, answer `answer`; one person a release.
std::uint64_t answers(mechanisms::AnyMechanism const& local, double value, double answer, std::uint64_t people,
                      sim::Stream& stream);

/// The point z that a standard Gaussian exceeds with probability `tail`: Phi^-1(1 - tail).
double gaussian_quantile_above(double tail);

}  // namespace warner::results::experiments
