#include "cli/work_tree.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "cli/signals.hpp"
#include "results/figures/drawing/child_process.hpp"
#include "sim/driver.hpp"
#include "sim/require.hpp"

namespace warner::cli {

void forget_git_repository() {
  // As `git rev-parse --local-env-vars` has them, but for settings (GIT_CONFIG..), which name no repository.
  for (auto const* name :
       {"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX",
        "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE",
        "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_INTERNAL_SUPER_PREFIX"})
    ::unsetenv(name);
}

std::string output_of(std::vector<std::string> words, std::string const& problem) {
  words.insert(words.begin(), "/usr/bin/env");
  auto const ended = results::run_program(std::move(words), results::Captured::output);
  if (ended.exit_code != 0 && interruption()) throw sim::Interrupted{};
  require(ended.start_error == 0 && ended.exit_code == 0, problem);
  return ended.said;
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0, to = 0; (to = text.find('\n', from)) != std::string::npos; from = to + 1)
    lines.push_back(text.substr(from, to - from));
  return lines;
}

WorkTree::WorkTree(std::string const& commit) {
  interruption();  // a signal that ended the program from here on would leave the tree behind
  output_of({"git", "worktree", "add", "--quiet", "--detach", path(), commit},
            fmt::format("{}: git can not check it out", commit));
}

WorkTree::~WorkTree() {
  results::run_program({"/usr/bin/env", "git", "worktree", "remove", "--force", path()},
                       results::Captured::output_and_errors);
}

void WorkTree::go_to(std::string const& commit) const {
  output_of({"git", "-C", path(), "checkout", "--quiet", "--force", "--detach", commit},
            fmt::format("{}: git can not check it out", commit));
}

}  // namespace warner::cli
