#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/external.hpp"
#include "results/audit/audit.hpp"
#include "verify/measured_curve.hpp"

namespace warner::cli {

/// What a caller in the same process brings along beside the words of a command line: the Python package.
struct InProcess {
  std::optional<Callable> callable{};  ///< audited in place of a mechanism that the words name
  std::atomic<bool> const* interrupted = nullptr;
  std::function<void(std::uint64_t done, std::uint64_t all)> on_progress{};
  std::function<void(verify::Check const& so_far)> on_look{};  ///< of a check
  std::function<int()> busy_elsewhere{};                       ///< as sim::Execution has it
};

/// The question that these words ask: "measure" or "check", and what may follow on the command line, but for what says
/// where an answer goes.
/// @throws std::invalid_argument that says what was wrong, in the words of the command line;
/// mechanisms::external::ProgramFailed.
results::Question question_in(std::vector<std::string> const& words, InProcess const& caller);

/// Asks it. @throws as question_in; sim::Interrupted.
results::Record answer_in(std::vector<std::string> const& words, InProcess const& caller);

/// The trade-off curve and the profile of what these words ask about, "measure ..", measured; budget, level and seed
/// are those of the question. A pair that is sought is chosen first, as it is for a measurement.
/// @param points: thresholds at most.
verify::MeasuredCurve curve_in(std::vector<std::string> const& words, std::size_t points, InProcess const& caller);

}  // namespace warner::cli
