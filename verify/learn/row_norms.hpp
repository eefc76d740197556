#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Sums of the squares of a row's numbers, of releases read as tables of any shape: what a layer has that was scaled
/// to its norm. Those few that tell more than their columns do alone, beyond chance.
std::vector<Feature> row_norms(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                               mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
