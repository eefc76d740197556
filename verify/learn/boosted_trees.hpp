#pragma once

#include <vector>

#include "verify/learn/coded_features.hpp"
#include "verify/scores/trees.hpp"

namespace warner::verify {

/// Estimates log p / q as a sum of oblivious trees by gradient boosting [F01], [PGVDG18].
///
///   1. Grows a tree level by level: the edge that lowers the logistic loss the most, in all leaves at once.
///   2. Moves each leaf by a fifth of a Newton step.
///
/// Each tree reads the next slice of the releases. There are no more once the last ones took nothing off the slices
/// after their own: what they add is noise. Sums are of integers: their order changes nothing. Empty for fewer
/// than two features.
Trees learn_trees(std::vector<Coded> const& features);

}  // namespace warner::verify
