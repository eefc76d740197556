#pragma once

namespace warner::cli {

/// What the program's exit status says: a contract with scripts and continuous integration.
enum class ExitCode : int {
  not_refuted = 0,
  refuted = 1,
  bad_input = 2,         ///< usage, or input that can not be read
  inconclusive = 3,      ///< the budget is too small for the asked power
  mechanism_failed = 4,  ///< it crashed, timed out or answered garbage
  internal = 5,
  interrupted = 130,  ///< Ctrl-C, as shells have it
};

}  // namespace warner::cli
