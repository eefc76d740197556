#pragma once

#include "cli/exit_code.hpp"
#include "cli/utility_question.hpp"

namespace warner::cli {

/// The question at every combination of the values that vary: a row each, at one level for all; --out writes a CSV.
ExitCode utility_sweep(UtilityOptions const& options);

}  // namespace warner::cli
