#include "results/figures/drawing/child_process.hpp"

#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <sys/wait.h>

#include "mechanisms/external/process/descriptor.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to whoever needs it

namespace warner::results {

ProgramEnd run_program(std::vector<std::string> words, Captured captured) {
  auto pipe = mechanisms::external::open_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (captured == Captured::output_and_errors)
    posix_spawn_file_actions_adddup2(&actions, pipe.write.number(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe.write.number(), STDOUT_FILENO);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  ProgramEnd outcome;
  outcome.start_error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  pipe.write.close();
  char buffer[4096];
  for (ssize_t n; outcome.start_error == 0 &&
                  ((n = ::read(pipe.read.number(), buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR));)
    if (n > 0) outcome.said.append(buffer, static_cast<std::size_t>(n));
  if (outcome.start_error != 0) return outcome;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

}  // namespace warner::results
