#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Products and angles of two columns, in which the datasets differ by more than they do in these columns together, in
/// their sum and in their difference, and beyond chance. Noise that is shared by multiplication cancels in a product;
/// an angle knows a ratio.
///
///   1. Compares either feature of every pair of the first 16 columns of numbers with its columns, at a glance, by
///      Pearson's statistic of 40 cells.
///   2. Reads more releases of the few that tell most beyond their columns.
std::vector<Feature> features_of_two_columns(std::vector<mechanisms::Column> const& columns,
                                             mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
