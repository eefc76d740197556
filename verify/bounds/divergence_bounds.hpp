#pragma once

#include "sim/tally.hpp"

namespace warner::verify {

/// What one tally of a fixed strategy certifies about the pair besides an epsilon: lower bounds that all hold together
/// with probability at least 1 - level, because they are functions of one event: Pr[right] >= r and Pr[wrong] <= w,
/// Clopper-Pearson bounds at level / 2 each.
///
/// Write d for the number of directions that the strategy uses (Strategy::directions), and for a two-sided one let P',
/// Q' be the laws of "right, wrong, abstained" and of "wrong, right, abstained": what the pair and its mirror image
/// induce when averaged. (One-sided: of the event and its complement.) Each bound below rises in r and falls in w while
/// r > w, and is 0 when r <= w. With a biased coin, whose odds are o, read (1 + o) / 2 times r, and so many times w /
/// o, for them. 2 r / d is cut where N right guesses of N trials would be, and 2 w / d at 1: a lucky coin can exceed
/// both, and all bounds stay finite.
struct DivergenceBounds {
  double delta = 0;            ///< at epsilon: (2 / d) (r - e^epsilon w), by (G)
  double total_variation = 0;  ///< the same at epsilon = 0
  /// of Gaussian differential privacy: Phi^-1(2 r / d) - Phi^-1(2 w / d). G_mu is convex, so averaging both directions
  /// is sound [DRS19, corollary 2.13]
  double mu = 0;
  /// of order `order` > 1, natural logarithm: that of P' from Q'. At most the larger of the two directions', because
  /// the divergence is jointly quasi-convex and processing does not add to it [EH14, theorems 13 and 9].
  double renyi = 0;
};

/// @throws std::invalid_argument unless directions is 1 or 2, epsilon >= 0, order > 1, and level in (0, 1).
DivergenceBounds divergence_lower_bounds(sim::Tally const& tally, int directions, double epsilon, double order,
                                         double level);

}  // namespace warner::verify
