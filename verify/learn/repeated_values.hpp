#pragma once

#include <vector>

#include "verify/game/sample.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {

/// A feature of the numbers that come again exactly, in columns most of whose numbers never do: what was let through
/// without noise, or set by a limit. One that is rare in any column is less so in all, so that columns are pooled.
///
/// Numbers are found without a look at which dataset they came from, so that all search trials may count them after.
/// Of the first 64 columns; at most 64 numbers, the most frequent. Empty where there are none, or a single column.
std::vector<Feature> repeated_values(Sample const& one, Sample const& another);

}  // namespace warner::verify
