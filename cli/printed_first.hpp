#pragma once

#include <functional>

#include "cli/exit_code.hpp"

namespace warner::cli {

/// Writes the files of a result that has been printed; what can not be written is said on standard error.
/// @return the exit code of the result, which stands; bad_input in place of 0 where something was not written.
ExitCode printed_first(ExitCode code, std::function<void()> const& write);

}  // namespace warner::cli
