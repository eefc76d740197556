#pragma once

#include <string>

#include "results/suite/run.hpp"

namespace warner::results {

/// GitLab's code quality: a list of findings, each at its line of the suite's file. A refuted claim is critical, one
/// that was not tested major, an inconclusive one minor.
/// @param run: with names from the root of the repository (place.hpp).
std::string to_gitlab(Run const& run);

}  // namespace warner::results
