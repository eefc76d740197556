#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// The log likelihood ratio of two normal laws with the moments of both datasets, of the first 64 columns that are no
/// categories: a quadratic. Where covariances differ, each a little, it sums what all products of two say.
/// None where they differ by no more than chance.
std::vector<Feature> quadratic_form(std::vector<mechanisms::Column> const& kinds, mechanisms::ConstBatch under_d,
                                    mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
