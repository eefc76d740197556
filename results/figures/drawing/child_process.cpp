#include "results/figures/drawing/child_process.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <thread>
#include <unistd.h>

#include <sys/wait.h>

#include "mechanisms/external/process/descriptor.hpp"
#include "mechanisms/external/process/descriptor_limit.hpp"
#include "sim/driver.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to whoever needs it

namespace warner::results {
namespace {

using mechanisms::external::Descriptor;
using std::chrono::milliseconds;

/// @return errno, or 0.
int start(std::vector<std::string>& words, Captured captured, int output, bool own_group, pid_t& child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (captured == Captured::output_and_errors) posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  if (own_group) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  mechanisms::external::DescriptorsOfPrograms const as_before;
  auto const error = posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Whether it has ended; it stays a zombie, so that its group can not become anybody else's.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

int status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// Takes what a full pipe has at most, and closes it at its end.
void take(Descriptor& pipe, std::string& said) {
  std::array<char, 1 << 16> part;
  auto const n = ::read(pipe.number(), part.data(), part.size());
  if (n > 0) said.append(part.data(), static_cast<std::size_t>(n));
  else if (n == 0 || (errno != EINTR && errno != EAGAIN)) pipe.close();
}

/// What is said until the child has ended; what others that it left behind may say later is nobody's.
void listen(Descriptor& pipe, pid_t child, std::atomic<bool> const* interrupted, std::string& said) {
  constexpr int a_while = 20, a_moment = 1;  // milliseconds
  ::fcntl(pipe.number(), F_SETFL, O_NONBLOCK);
  while (!interrupted || !*interrupted) {
    auto const ended = has_ended(child);
    if (pipe.is_open()) take(pipe, said);
    if (ended) return;
    pollfd told{pipe.number(), POLLIN, 0};  // a negative number is passed over
    ::poll(&told, 1, pipe.is_open() ? a_while : a_moment);
  }
}

void end_group(pid_t child) {
  constexpr milliseconds step{10}, patience{2000};
  ::kill(-child, SIGTERM);
  for (milliseconds waited{0}; waited < patience && !has_ended(child); waited += step)
    std::this_thread::sleep_for(step);
  ::kill(-child, SIGKILL);
}

}  // namespace

ProgramEnd run_program(std::vector<std::string> words, Captured captured, std::atomic<bool> const* interrupted) {
  auto pipe = mechanisms::external::open_pipe();
  pid_t child = 0;
  ProgramEnd outcome;
  outcome.start_error = start(words, captured, pipe.write.number(), interrupted != nullptr, child);
  if (outcome.start_error != 0) return outcome;
  pipe.write.close();
  listen(pipe.read, child, interrupted, outcome.said);
  if (interrupted && *interrupted) end_group(child);
  auto const status = status_of(child);
  if (interrupted && *interrupted) throw sim::Interrupted{};
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

}  // namespace warner::results
