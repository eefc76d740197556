#pragma once

#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/learn/finding.hpp"

namespace warner::verify {

/// What each of the first 64 columns has that the columns before it do not say: less its linear regression on these.
/// Of correlated noise these are the innovations, and where noise is used again it is gone.
///
/// Coefficients are rounded to whole numbers where all of them may be, as far as chance goes, or where the datasets
/// differ more in what is left then: a relation that holds exactly in some releases only. Categories stay what they
/// are.
///
/// Their sum is exact, up to binning, where they are independent; alone are the few that tell more than their column.
/// None where no column depends on those before.
Finding innovations(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                    mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
