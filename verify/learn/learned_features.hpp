#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Features in which several columns say together what none of them says alone, learned from releases.
///
/// - Fisher's linear discriminant [F36]: the combination of columns whose means lie furthest apart for their scatter.
///   Noise that columns share cancels in it.
/// - The squared distance from the middle of all columns, each in units of its scatter.
/// - Products of two columns, each off its mean: of the two pairs whose correlation differs most between the datasets,
///   by more than chance.
///
/// Moments are of the releases without far outliers, and of the first 256 columns without categories.
/// Empty where there are fewer than two columns of numbers, or too few releases.
std::vector<Feature> learned_features(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                                      mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
