#pragma once

#include <vector>

#include "verify/search/expected_cuts.hpp"

namespace warner::verify {

/// How the odds of D against D' change towards the end of a tail is seen on all of it, and far better than in its last
/// few releases: a logistic regression on the logarithm of the mass beyond, and its square, at each end. A tail is the
/// largest part of all, a half, a quarter, an eighth and so on, in which what was seen beyond each cut keeps to such a
/// curve. Where none does, low_end or high_begin says that nothing is expected.
///
/// `caution`: standard errors by which the fitted log odds are drawn towards 0.
Expectation smooth_tails(std::vector<Count> const& counts, double caution);

}  // namespace warner::verify
