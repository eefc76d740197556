#pragma once

#include <vector>

#include "verify/bounds/predicted_bound.hpp"
#include "verify/learn/coded_features.hpp"
#include "verify/scores/trees.hpp"

namespace warner::verify {

/// What two features say together where both are large or small: a tree of two cuts.
///
///   1. Counts every pair of features in a table of their codes, finer into the tails.
///   2. Of all quadrants that edges of two features make it takes the one of the best predicted bound.
///      Counts are read against it as those of the luckiest of so many.
///
/// A tree that lowers a loss sees what is common; a quadrant may be as rare as what it certifies. Empty where none is
/// predicted anything.
Trees learn_quadrant(std::vector<Coded> const& features, Target const& target);

}  // namespace warner::verify
