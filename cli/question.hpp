#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "cli/claim.hpp"
#include "cli/command.hpp"
#include "cli/datasets.hpp"
#include "cli/external.hpp"
#include "cli/pairs.hpp"
#include "results/audit/audit.hpp"

namespace warner::cli {

/// The options that ask a question of a mechanism, as typed. Every parameter of the registry is an option of its own.
struct QuestionOptions {
  std::string mechanism;
  std::map<std::string, std::string, std::less<>> parameters;  // of the mechanism, as given
  DatasetOptions data;
  std::string pair_label;
  PatternOptions patterns;
  ClaimOptions claim;
  std::optional<std::string> search_budget;  // of measure
  std::optional<std::string> until_width, time;
  std::string budget = "1e7", level = "0.05", seed = "1", generator = "ars";
  int threads = 0;
  bool white_box = false, low_bits = false, timing = false;
  ExternalOptions external;
  bool budget_given = false;
  bool every_pair = false;                         // of check
  sim::Keeper* keeper = nullptr;                   // of what is computed
  std::atomic<bool> const* interrupted = nullptr;  // set by whoever calls; none: by the signals of signals.hpp
};

/// Adds the options shared by every audit (budget, level, seed, threads, claims).
std::shared_ptr<QuestionOptions> add_question(Command& command);

/// The question that was asked. @throws std::invalid_argument that says what was wrong with which value.
results::Question question_from(QuestionOptions const& options);

}  // namespace warner::cli
