#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warner::results {

/// Files that were written together, and the request that they answer.
struct CachedFiles {
  std::string request;                                       ///< everything that their bytes depend on
  std::vector<std::pair<std::string, std::string>> files{};  ///< name in the folder, fingerprint

  /// The files of a folder as they are now. @throws std::invalid_argument when one can not be read.
  static CachedFiles of(std::string request, std::vector<std::filesystem::path> const& paths);

  /// Whether they answer this request and lie in the folder, each as it was written.
  bool stand(std::filesystem::path const& folder, std::string const& wanted) const;
  std::vector<std::filesystem::path> paths(std::filesystem::path const& folder) const;
};

/// What a folder remembers of a figure, in FOLDER/.made/NAME.json: so that it need not be made twice.
struct FigureCache {
  CachedFiles numbers, drawing;
  bool agrees = true;
  std::string summary{};  ///< of the comparisons, a few lines
};

/// Nothing when the figure was not made there, or what is remembered can not be read.
std::optional<FigureCache> read_cache(std::filesystem::path const& folder, std::string const& figure);
void write_cache(std::filesystem::path const& folder, std::string const& figure, FigureCache const& cache);

/// Names the program that runs, byte by byte; its version and commit where the system does not show the program.
std::string const& this_program();

}  // namespace warner::results
