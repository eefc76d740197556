#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "cli/suite.hpp"
#include "cli/utility_question.hpp"
#include "results/audit/audit.hpp"

namespace warner::cli {

/// A case that is ready to be asked: its mechanism is started, and it is known how many trials it takes.
struct PlannedCase {
  Case of;
  double level = 0;  ///< its share of the suite's
  std::uint64_t seed = 1;
  results::Question question{};                       ///< of privacy, with that level
  UtilityOptions utility{};                           ///< of accuracy, in its place, as asked
  std::optional<UtilityQuestion> utility_question{};  ///< and started
  std::uint64_t trials = 0;                           ///< that are planned
  std::string claim{};                                ///< in words
  double power = 0, violation = 0;  ///< so likely is a leak of this size found, in the claim's currency; 0: not known
  double seconds = 0;               ///< expected, on one thread
  std::string problem{};            ///< why the mechanism can not be asked at all
  bool is_cut_short = false;        ///< it was stopped while it was planned, and can not be asked
  /// Set by whoever is to stop it.
  std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);
};

/// What is audited: of pairs that are sought, the first that it can be asked about.
/// @throws mechanisms::external::ProgramFailed where there is none.
mechanisms::external::ExternalMechanism outside_in(results::Question const& question);

/// The words that ask the case's question by itself, "warner check ..": at its level, with its budget and seed.
std::string command_of(PlannedCase const& planned);

/// Starts what is to be started, tries it out, and plans.
/// @param on_progress: in trials of this case, from any thread.
/// @param stop: may be set from now on by whoever is to stop it; the plan is then cut short.
/// @throws std::invalid_argument "file:line:column: problem"; sim::Interrupted where something else is.
PlannedCase plan_case(Case const& of, Suite const& suite, int threads,
                      std::function<void(std::uint64_t done, std::uint64_t all)> on_progress,
                      std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false));

/// A plan that is cut short before it begins.
PlannedCase unplanned_case(Case const& of, Suite const& suite);

}  // namespace warner::cli
