#pragma once

#include <cstdint>
#include <vector>

#include "mechanisms/privacy/loss_law.hpp"

namespace warner::mechanisms::privacy {

/// A privacy loss law on a grid: mass[i] at (first + i) step + shift, and mass `infinite` at infinity.
struct LossGrid {
  double step = 0, shift = 0;
  std::int64_t first = 0;
  std::vector<double> mass;
  double infinite = 0;

  double loss(std::size_t i) const { return static_cast<double>(first + static_cast<std::int64_t>(i)) * step + shift; }
};

/// A law that dominates: each cell's masses under P and under Q are split onto its end points so that both are kept,
/// which makes its profile in e^epsilon the chord polygon of the true one [DGKKM22]. The split is an integral of a
/// positive integrand and rounded up. What lies above the grid goes to infinity.
LossGrid dominating_grid(LossLaw const& law, double step);

/// A law that is dominated: the outcomes of a cell around each grid point are merged, which is post-processing, and the
/// merged loss is rounded down to the grid. The grid's own shift is chosen so that `tilt`-weighted rounding costs
/// least: O(step^2).
LossGrid dominated_grid(LossLaw const& law, double step, double tilt);

/// Mean and variance of the loss under P.
struct LossMoments {
  double mean = 0, variance = 0, least = 0, most = 0;
};
LossMoments moments(LossLaw const& law);

}  // namespace warner::mechanisms::privacy
