#pragma once

#include <atomic>

namespace warner::cli {

/// From now on Ctrl-C, SIGTERM and the end of a terminal (SIGHUP) set the flag, so that a run stops between two blocks
/// and leaves whole files behind. A second signal ends the program at once.
std::atomic<bool> const& interruption();

}  // namespace warner::cli
