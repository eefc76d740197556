#pragma once

#include "verify/learn/histogram_grid.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// Bins of all coordinates with log ratios fitted together: the logistic regression of the dataset on the bins, with a
/// normal prior on each log ratio and on the steps between neighbouring bins of numbers, by Newton's method, one
/// coordinate after the other in every step [HT90]. What one coordinate has said another that depends on it does not
/// say again, as it does where each is learned alone. Releases are as many of each dataset. NaN is in no bin.
Additive fitted_together(Grid const& grid, std::vector<Cell> const& cells);

/// Of bins as they are, on releases as they are.
Additive fitted_together(Additive score, mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
