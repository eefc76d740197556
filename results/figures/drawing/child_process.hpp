#pragma once

#include <atomic>
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
/// nothing on its standard input, and waits for its end; not for that of others that it leaves behind.
/// @param interrupted: when this is set, the program and its process group, which is then its own, are ended: by
/// SIGTERM, and after two seconds by SIGKILL. Without it the program gets a Ctrl-C at a terminal as we do.
/// @throws std::runtime_error when there is no pipe to be had; sim::Interrupted.
ProgramEnd run_program(std::vector<std::string> words, Captured captured,
                       std::atomic<bool> const* interrupted = nullptr);

}  // namespace warner::results
