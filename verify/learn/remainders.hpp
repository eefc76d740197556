#pragma once

#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/learn/finding.hpp"

namespace warner::verify {

/// Remainders of single columns, and of the sum of all, in which the datasets differ by more than chance.
/// Noise that is far wider hides it from the column itself: whole tens added to a number leave its last digit as it
/// was.
///
///   1. Of whole numbers, glances at every modulus up to 128, and goes on with the most telling two.
///   2. Tries these, the powers of ten, in which people round, and the step of the grid that either dataset's numbers
///   lie
///      on, on more releases. At most two a column are left.
///   3. Where several bits of whole numbers differ, all bits are to be summed: a number may be many answers.
///
/// Of the first 64 columns, categories and flags left out.
Finding remainders_that_differ(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                               mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
