#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Remainders of single columns in which the datasets differ by more than chance: modulo 1, 10 and 100, in which people
/// round.
/// Noise that is far wider hides it from the column itself: whole tens added to a number leave its last digit as it
/// was. What is left modulo powers of 2 is `lowest_bit`'s. Of the first 64 columns, categories and flags left out.
std::vector<Feature> remainders_that_differ(std::vector<mechanisms::Column> const& columns,
                                            mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
