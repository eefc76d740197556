#pragma once

#include <cstdint>

#include "results/figures/tables/agreement.hpp"

namespace warner::results::experiments {

/// How often an event, fixed beforehand, was seen among `trials` releases of each dataset, with its exact
/// probabilities.
struct Event {
  std::uint64_t trials = 0, under_d = 0, under_d_prime = 0;
  double p = 0, q = 0;

  /// P(E) - e^epsilon Q(E): a lower bound on delta(epsilon), equal to it for the event "privacy loss above epsilon".
  double exact_gap(double epsilon) const;
  /// The same as measured, both proportions by exact intervals; `family` such intervals share the level.
  Interval gap(double epsilon, double level, std::size_t family) const;
  /// Both proportions against their exact values.
  void compare(Agreement& agreement, std::string const& what) const;
};

}  // namespace warner::results::experiments
