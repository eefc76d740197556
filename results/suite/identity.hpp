#pragma once

#include <string>
#include <vector>

#include "results/suite/run.hpp"

namespace warner::results {

/// Names what an outcome is about: mechanism and parameters, pair, claim, and whether a leak is expected; neither
/// counts nor seeds, bounds or places. Dashboards know by it which finding is an old one. 16 hexadecimal digits
/// (FNV-1a, 64 bits). A pair that was found, rather than named, is left out: other trials may find another. Where
/// nothing was played, the name of the case stands for pair and parameters.
std::string identity(Outcome const& outcome);

/// Those of a run, in its order; of several that are the same, the second ends with "-2", and so on.
std::vector<std::string> identities(Run const& run);

}  // namespace warner::results
