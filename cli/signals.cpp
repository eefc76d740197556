#include "cli/signals.hpp"

#include <csignal>

namespace warner::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_signal(int signal) {
  interrupted.store(true);
  std::signal(signal, SIG_DFL);
}

}  // namespace

std::atomic<bool> const& interruption() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
  return interrupted;
}

}  // namespace warner::cli
