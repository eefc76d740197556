#include "cli/signals.hpp"

#include <csignal>

namespace warner::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_signal(int) { interrupted.store(true); }

/// Once; a second signal ends the program. What waits for somebody else, as opening a FIFO does, is interrupted, and
/// not begun again.
void note(int signal) {
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESETHAND;
  ::sigaction(signal, &action, nullptr);
}

/// Whether whoever started the program has it outlive this signal, as nohup does.
bool is_ignored(int signal) {
  struct sigaction now {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

std::atomic<bool> const& interruption() {
  if (interrupted) return interrupted;
  note(SIGINT), note(SIGTERM);
  if (!is_ignored(SIGHUP)) note(SIGHUP);
  return interrupted;
}

}  // namespace warner::cli
