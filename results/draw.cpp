#include "results/draw.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern char** environ;

namespace warner::results {
namespace {

constexpr auto python = "/usr/bin/python3";
constexpr int without_matplotlib = 3;  // exit code of results/plots/style.py

struct Outcome {
  int status = 0;
  std::string said;  ///< on standard error
};

Outcome run(std::vector<std::string> arguments) {
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) throw std::runtime_error{fmt::format("draw: no pipe ({})", std::strerror(errno))};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  auto const error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  if (error != 0) {
    ::close(pipe[0]);
    throw std::invalid_argument{
        fmt::format("{}: can not be started ({}); the numbers are written, the drawing is not", python, std::strerror(error))};
  }
  Outcome outcome;
  char buffer[4096];
  for (ssize_t n; (n = ::read(pipe[0], buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR);)
    if (n > 0) outcome.said.append(buffer, static_cast<std::size_t>(n));
  ::close(pipe[0]);
  while (::waitpid(child, &outcome.status, 0) < 0 && errno == EINTR) {
  }
  return outcome;
}

std::string last_lines(std::string const& text, int lines) {
  auto at = text.size();
  while (at > 0 && (text[at - 1] != '\n' || at == text.size() || --lines > 0)) --at;
  auto tail = text.substr(at);
  while (!tail.empty() && tail.back() == '\n') tail.pop_back();
  return tail;
}

}  // namespace

std::vector<std::filesystem::path> draw(std::filesystem::path const& script, std::filesystem::path const& csv,
                                        std::filesystem::path const& stem) {
  if (!std::filesystem::exists(script)) throw std::runtime_error{fmt::format("{}: there is no such plot script", script.string())};
  // -B: no compiled files beside the scripts; -E, -s: neither the user's PYTHONPATH nor the user's packages.
  auto const outcome = run({python, "-B", "-E", "-s", script.string(), csv.string(), stem.string()});
  auto const code = WIFEXITED(outcome.status) ? WEXITSTATUS(outcome.status) : -1;
  if (code != 0) {
    auto const said = fmt::format("{}: {} (the numbers are in {})", script.filename().string(),
                                  outcome.said.empty() ? "the script failed" : last_lines(outcome.said, 4), csv.string());
    if (code == without_matplotlib) throw std::invalid_argument{said};
    throw std::runtime_error{said};
  }
  std::vector<std::filesystem::path> files;
  for (auto const* kind : {".pdf", ".png", ".svg"}) {
    files.emplace_back(stem.string() + kind);
    if (!std::filesystem::exists(files.back()))
      throw std::runtime_error{fmt::format("{}: the script wrote no {}", script.filename().string(), files.back().string())};
  }
  return files;
}

}  // namespace warner::results
