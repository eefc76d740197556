#pragma once

#include "mechanisms/contract/mechanism.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// The numbers that come again exactly, in columns most of whose numbers never do: what was let through without noise,
/// or set by a limit. They are counted wherever they stand, since one that is rare in any column is less so in all.
///
/// The score is a sum over these columns: the log ratio of a number that came again, 0 of any other.
/// Of the first 64 columns; at most 64 numbers, the most frequent. Empty where there are none, or a single column.
Additive learn_repeated(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
