#pragma once

#include <string>

#include "results/suite/run.hpp"

namespace warner::results {

/// Workflow commands of GitHub Actions: an error for each case that failed or was not tested, a warning for each that
/// is inconclusive, at its line of the suite's file. GitHub shows ten of a kind in a step: the tenth says how many more
/// there are.
/// @param run: with names from the root of the repository (place.hpp).
std::string to_github(Run const& run);

}  // namespace warner::results
