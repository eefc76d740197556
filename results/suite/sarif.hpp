#pragma once

#include <string>

#include "results/suite/run.hpp"

namespace warner::results {

/// SARIF 2.1.0, for code scanning. A result for each case that failed or was not tested, at its line of the suite's
/// file; an inconclusive one is a notification of the run, for an alert would come and go with the machine's speed. The
/// message holds claim, bound, witness and replay. Fingerprints are those of identity.hpp. Rules are all of rule.hpp.
/// @param run: with names from the root of the repository (place.hpp).
std::string to_sarif(Run const& run);

}  // namespace warner::results
