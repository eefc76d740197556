#pragma once

#include <span>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/scores/trees.hpp"

namespace warner::verify {

/// Estimates log p / q as a sum of oblivious trees by gradient boosting [F01], [PGVDG18].
///
///   1. Cuts every feature at quantiles, finer into the tails.
///   2. Grows a tree level by level: the cut that lowers the logistic loss the most, in all leaves at once.
///   3. Moves each leaf by a fifth of a Newton step.
///
/// Each tree reads the next slice of the releases. There are no more once the last ones took nothing off the slices
/// after their own: what they add is noise. Sums are of integers: their order changes nothing. Empty where no two
/// features vary.
Trees learn_trees(std::span<Feature const> features, mechanisms::ConstBatch under_d,
                  mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
