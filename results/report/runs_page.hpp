#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/suite/run.hpp"

namespace warner::results {

/// A run that was found.
struct ReportedRun {
  std::string file;  ///< within the folder
  Run run;
};

/// DIR/*.json and DIR/runs/*.json that are runs (docs/formats/run.md), the oldest first; other JSON files are passed
/// over. @throws std::invalid_argument that names the file.
std::vector<ReportedRun> read_runs(std::filesystem::path const& dir);

/// One page, which needs nothing else to be read: the latest run, the history of every claim, every run. All text from
/// files is escaped; the same runs give the same bytes.
std::string runs_page(std::vector<ReportedRun> const& runs);

/// Writes it to DIR/runs.html. @return the path. @throws std::invalid_argument where the folder has no runs.
std::filesystem::path write_runs_page(std::filesystem::path const& dir);

}  // namespace warner::results
