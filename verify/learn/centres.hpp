#pragma once

#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/learn/finding.hpp"

namespace warner::verify {

/// Squared distances from where releases lie densest, under D and under D', over columns with noise of one length in a
/// random direction: how far one of them is off its centre says how far others are.
///
/// Of a law of that length a sum of functions of both distances is the log ratio.
/// Of noise in each column for itself there are none: there columns say it all.
Finding distances_from_centres(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                               mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
