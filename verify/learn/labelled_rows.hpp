#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Features of releases that are rows in any order, each with a label: of every label and column of a row, the value
/// there. Sorted by their labels the rows say what their order hides.
///
/// Rows lie one after the other, or first all labels and then all values. Labels are at most 64 different values, any
/// of which stands in any row, and in nineteen of twenty releases none comes twice. At most 64 features, of at most 256
/// columns.
std::vector<Feature> labelled_rows(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                                   mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
