#pragma once

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {

/// Sums that move further than their authors thought; each claims epsilon with Laplace noise of scale 1 / epsilon.
/// Flaw: sensitivity.
///   two-sided-clip-wrong-sensitivity  records clipped to [-1, 1] and substituted move the sum by 2: truly 2 epsilon
///   wrapping-sum                      a 32-bit sum wraps around: one record more by 1 moves it by 2^32 - 1
///   float-sum-order                   doubles added in the order of the records: after 2^53 every 1 is lost, so the
///                                     same records in another order have another sum [CSVW22]. The release is rounded
///                                     to the grid of doubles up there, which is post-processing; the grid's points in
///                                     the tails still have the full ratio, so epsilon is |sum - sum'| epsilon at delta
///                                     = 0. At other deltas it is open.
Entry two_sided_clip_wrong_sensitivity_entry();
Entry wrapping_sum_entry();
Entry float_sum_order_entry();

}  // namespace warner::mechanisms::broken
