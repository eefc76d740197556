#pragma once

#include <string>
#include <vector>

namespace warner::results {

/// What to read of another program; the rest of what it says goes where ours goes.
enum class Captured { output, output_and_errors };

/// How another program ended.
struct ProgramEnd {
  int start_error = 0;  ///< errno, when it could not be started; then nothing else is meant
  int exit_code = -1;   ///< -1 when a signal ended it
  std::string said;     ///< what was captured
};

/// Runs words[0], looked up in PATH where it is no path, with the others as its arguments, without a shell and with
/// nothing on its standard input, and waits for its end. On Ctrl-C at a terminal it gets the signal as well. @throws
/// std::runtime_error when there is no pipe to be had.
ProgramEnd run_program(std::vector<std::string> words, Captured captured);

}  // namespace warner::results
