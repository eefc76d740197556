#pragma once

#include <vector>

#include "verify/scores/feature.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// What each of the first 64 columns has that the columns before it do not say: less its linear regression on these.
/// Of correlated noise these are the innovations, and where noise is used again it is gone.
///
/// Coefficients are rounded to whole numbers where all of them may be, as far as chance goes: then a relation holds
/// exactly. Categories stay what they are. None where no column depends on those before.
std::vector<Feature> innovations(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                                 mechanisms::ConstBatch under_d_prime);

/// The sum of their log ratios: exact, up to binning, where they are independent.
std::vector<Score> learn_innovations(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                                     mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
