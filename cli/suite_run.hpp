#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/suite_plan.hpp"
#include "results/suite/run.hpp"

namespace warner::cli {

/// How a suite is run; what it finds does not depend on it, but for limits of time.
struct SuiteExecution {
  int threads = 0;                      ///< 0: as many as the machine has
  std::vector<std::string> selected{};  ///< words of names, groups and tags, any of them; "!word": none of these
  bool plan_only = false;
  bool regressions = true;  ///< replay those that there are, and write new ones
  std::function<void(std::vector<PlannedCase> const& planned, double seconds)> on_plan{};  ///< before the first trial
};

/// Whether a case is among those that these words select.
bool is_selected(Case const& of, std::vector<std::string> const& words);

/// Runs the cases, several at a time, those first that take longest. An interruption ends it with what was seen.
/// The folder of the suite is the current one: its relative paths hold from there.
/// @throws std::invalid_argument "file:line:column: problem" before anything is played.
results::Run run_suite(Suite const& suite, SuiteExecution const& execution);

}  // namespace warner::cli
