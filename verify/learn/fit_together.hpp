#pragma once

#include <vector>

#include "verify/learn/axes.hpp"
#include "verify/learn/cell_counts.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// Bins of all coordinates with log ratios fitted together: a logistic regression of the dataset on the bins.
/// Log ratios have a normal prior, as have the steps between neighbouring bins of numbers.
/// It is fitted by Newton's method, one coordinate after the other in every step [HT90].
/// What one coordinate says another that depends on it does not say again, as it does where each is learned alone.
/// Releases are as many of each dataset, or those of both that a rule of the release alone keeps. NaN is in no bin.
Additive fitted_together(std::vector<Axis> const& axes, mechanisms::ConstBatch under_d,
                         mechanisms::ConstBatch under_d_prime);

/// The same on cells that were counted.
Additive fitted_together(CellCounts const& counts);

/// The same of given bins, without ranges.
Additive fitted_together(Additive score, mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
