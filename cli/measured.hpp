#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/exact.hpp"
#include "cli/exit_code.hpp"

namespace warner::cli {

/// The options of a curve that is measured, not computed.
struct MeasuredOptions {
  bool measure = false, white_box = false;
  std::string budget = "1e6", level = "0.05", seed = "1", journal;
  int threads = 0;

  /// Whether anything was said of how to measure.
  bool says_how() const {
    MeasuredOptions const usual;
    return white_box || budget != usual.budget || level != usual.level || seed != usual.seed || threads != 0 ||
           !journal.empty();
  }
};
std::shared_ptr<MeasuredOptions> add_measured(Command& command);

/// The measured privacy profile with its simultaneous band, beside the exact one where that is known; epsilons of none:
/// 0, 0.25, .., 3.
ExitCode measured_profile(ExactOptions& options, MeasuredOptions const& measured, std::vector<std::string>& epsilons);
/// The measured trade-off curve: every point with its simultaneous intervals.
ExitCode measured_tradeoff(ExactOptions& options, MeasuredOptions const& measured);

}  // namespace warner::cli
