#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Features in which several columns say together what none of them says alone, learned from releases:
///
/// - Fisher's linear discriminant [F36], the combination of columns in which the means lie furthest apart for the
///   scatter around them: noise that columns share cancels in it;
/// - products of two columns, each off its mean: of the two pairs whose correlation differs most between the datasets,
///   where it is more than chance.
///
/// Moments are of the releases without far outliers; of the first 64 columns, categories left out. Empty where there
/// are fewer than two columns of numbers, or too few releases.
std::vector<Feature> learned_features(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                                      mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
