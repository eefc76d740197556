#pragma once

#include <vector>

#include "verify/search/expected_cuts.hpp"

namespace warner::verify {

/// The counts that smooth tails expect. All of a tail tells better how the odds change towards its end than its last
/// few releases do.
///
///   1. Takes a half of all releases at one end as its tail, then a quarter, an eighth and so on.
///   2. Fits a logistic regression of the dataset on the logarithm of the mass beyond, and its square.
///   3. Stops where what was seen beyond each cut keeps to that curve.
///   4. Draws the fitted log odds towards 0 by `caution` standard errors.
///
/// Where no tail keeps to a curve, low_end or high_begin says that nothing is expected.
Expectation smooth_tails(std::vector<Count> const& counts, double caution);

}  // namespace warner::verify
