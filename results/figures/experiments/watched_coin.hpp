#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/stream.hpp"
#include "sim/tally.hpp"

namespace warner::results::experiments {

/// A rule that reads the tally after every trial, all of them guesses, and refutes at the first that it does not like:
/// the worst time to stop. For rules that refute from a number of right guesses on, which grows with the number of
/// trials.
class WatchedCoin {
 public:
  WatchedCoin(std::uint64_t trials, std::function<bool(sim::Tally const&)> const& refutes);

  /// Pr[it ever refutes], exactly, by adding up over all paths; a guess is right with probability `right`.
  double probability(double right) const;
  /// Whether it refutes one run of coins.
  bool refutes(sim::Stream& stream, double right) const;

 private:
  std::vector<std::uint64_t> needed_;  // right guesses that refute after 1, 2, .. trials
};

}  // namespace warner::results::experiments
