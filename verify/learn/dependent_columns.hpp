#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Products and angles of two columns, in which the datasets differ by more than they do in these columns together, in
/// their sum and in their difference. Noise that is shared by multiplication cancels in one of them.
///
///   1. Finds the four pairs of columns that depend the most on one another, by Pearson's statistic of 8 x 8 cells.
///   2. Compares either feature of each with its columns, by the same statistic of 40 cells.
///
/// At most two, the most telling. Of the first 16 columns of numbers.
std::vector<Feature> features_of_dependent_columns(std::vector<mechanisms::Column> const& columns,
                                                   mechanisms::ConstBatch under_d,
                                                   mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
