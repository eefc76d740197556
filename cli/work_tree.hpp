#pragma once

#include <string>
#include <vector>

#include "cli/temporary_folder.hpp"

namespace warner::cli {

/// Drops the variables that say where Git's repository is, as hooks and aliases set them: git, and all else that is
/// started from now on, goes by its folder. To be called before there are threads.
void forget_git_repository();

/// What a program says on standard output. @throws std::invalid_argument with this problem where its exit code is not
/// 0; sim::Interrupted where a signal ended it.
std::string output_of(std::vector<std::string> words, std::string const& problem);

/// A text's lines, without their ends.
std::vector<std::string> lines_of(std::string const& text);

/// A commit that is checked out beside the user's files, so that these do not change; it goes with the object.
class WorkTree {
 public:
  /// @throws std::invalid_argument where git knows no such commit.
  explicit WorkTree(std::string const& commit);
  ~WorkTree();
  WorkTree(WorkTree const&) = delete;
  WorkTree& operator=(WorkTree const&) = delete;

  std::string path() const { return folder_.path().string(); }
  void go_to(std::string const& commit) const;

 private:
  TemporaryFolder folder_;
};

}  // namespace warner::cli
