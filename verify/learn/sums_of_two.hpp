#pragma once

#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/learn/finding.hpp"

namespace warner::verify {

/// Sums and differences of two columns that come back to a number under one dataset more often than under the other:
/// as they do where noise was used twice, in some of the releases only, or with the other sign.
///
///   1. Rounds them to 30 bits of the range of both columns, and counts them by a hash of the multiple.
///   2. Looks at the slot in which the datasets differ most, beyond what the two columns have by themselves.
///
/// All that are beyond the luck of so many slots, 64 at most, to be summed; the best few alone.
Finding sums_that_come_again(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                             mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
