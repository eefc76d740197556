#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Piecewise constant in one feature: bin i is [edges[i - 1], edges[i]), from -infinity to infinity. NaN scores NaN.
struct Bins {
  Feature feature;
  std::vector<double> edges;      ///< increasing
  std::vector<double> log_ratio;  ///< edges.size() + 1 estimates of log p / q

  friend bool operator==(Bins const&, Bins const&) = default;
};

}  // namespace warner::verify
