#pragma once

#include <vector>

#include "verify/learn/coded_features.hpp"
#include "verify/scores/trees.hpp"

namespace warner::verify {

/// What three features say together that no two of them do: a tree of three cuts, each near a median.
///
/// Of all triples takes the one whose octants part the datasets the most, by Pearson's statistic of two samples,
/// beyond what its best pair and its third feature do. Bits are counted, so that tens of thousands of triples cost
/// little. Empty where the best is not beyond the luck of the largest by so many standard deviations.
Trees learn_octants(std::vector<Coded> const& features, double deviations = 0);

}  // namespace warner::verify
