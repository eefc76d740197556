#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/datasets.hpp"
#include "cli/external.hpp"
#include "results/utility/utility_record.hpp"

namespace warner::cli {

/// What is asked about releases of one dataset, as typed.
struct UtilityOptions {
  std::string mechanism;
  std::map<std::string, std::string, std::less<>> parameters;
  ExternalOptions external;
  DatasetOptions data;  ///< --d and --d-file alone
  std::string truth, answers, interval;
  std::optional<std::string> rmse, bias, median, coverage, largest;
  std::vector<std::string> quantiles, sweep;
  std::string budget = "1e6", level = "0.05", seed = "1", generator = "ars", out;
  int threads = 0;
  bool budget_given = false, json = false;
  /// Of callers in the same process, in place of signals and a bar.
  std::atomic<bool> const* interrupted = nullptr;
  std::function<void(std::uint64_t done, std::uint64_t all)> on_progress{};
};

/// Adds them to a command.
std::shared_ptr<UtilityOptions> add_utility_options(Command& command);

/// What is asked by words of a command line: "utility", and what may follow. @throws std::invalid_argument.
UtilityOptions utility_in(std::vector<std::string> const& words);

/// What is claimed, as typed. @throws std::invalid_argument.
std::vector<verify::UtilityClaim> claims_in(UtilityOptions const& options);

/// A question about accuracy that makes sense: its mechanism is started, and the columns are known.
struct UtilityQuestion {
  mechanisms::AnyMechanism mechanism;
  mechanisms::Dataset dataset;
  std::optional<mechanisms::external::ExternalMechanism> outside{};
  verify::UtilityOptions asked{};
  results::UtilityRecord record{};  ///< of which nothing is measured yet
  bool is_quiet = false;            ///< its caller shows progress and notes
};

/// @throws std::invalid_argument that says what was wrong with which value; mechanisms::external::ProgramFailed.
UtilityQuestion utility_question(UtilityOptions const& options);
/// Draws the releases.
results::UtilityRecord answer(UtilityQuestion const& question);

/// Draws the releases, with a progress bar. @throws std::invalid_argument that says what was wrong with which value;
/// mechanisms::external::ProgramFailed.
results::UtilityRecord answer(UtilityOptions const& options);

}  // namespace warner::cli
