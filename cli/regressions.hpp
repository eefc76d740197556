#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/suite_plan.hpp"

namespace warner::cli {

/// The folder of the records that refuted a suite's claims before: committed by its users, replayed first.
inline constexpr auto regressions_folder = "privacy.regressions";

/// The records in the folder that refuted this claim of this mechanism.
std::vector<std::filesystem::path> regressions_of(PlannedCase const& planned);

/// What came of playing a record's strategy again, on releases that its audit never saw.
struct ReplayedRegression {
  std::optional<results::Record> record{};
  std::string problem{};  ///< why it was not played: of another mechanism, no record, ..
};

/// At this level by itself, with four times the trials that it took, a thousand at least: a check stops when luck is
/// with it.
ReplayedRegression replay_regression(std::filesystem::path const& file, PlannedCase const& planned, double level);

/// Writes a record beside those that are there, eight at most. @return the file; empty where there are eight.
/// @throws std::invalid_argument where it can not be written.
std::filesystem::path write_regression(PlannedCase const& planned, results::Record record);

}  // namespace warner::cli
