#include "results/audit/time_budget.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/driver.hpp"
#include "sim/reduction.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

constexpr double of_pilot = 1.0 / 16, most_trials = 0x1p50;
constexpr std::uint64_t first_pilot = 1000, of_pilots = 0x70696c6f74;  // other trials than those of the audit

/// Names the audit among those of one run, for whoever keeps its budget.
std::string name_of(double seconds, Question const& question) {
  auto name = fmt::format("budget of {} s: {}", seconds,
                          question.outside  ? question.outside->name
                          : question.sought ? question.sought->name
                                            : question.mechanism);
  for (auto const& [key, value] : question.values) name += fmt::format(" {}={}", key, value);
  if (question.pair)
    name += fmt::format(" {} {}", fmt::join(question.pair->d, ","), fmt::join(question.pair->d_prime, ","));
  name += fmt::format(" {}", fmt::join(question.lengths, ","));
  if (question.claim) name += " " + mechanisms::describe(*question.claim);
  return name;
}

/// A pilot: the same question with fewer trials, of which nobody hears.
Question pilot_of(Question const& question, std::uint64_t trials) {
  auto pilot = question;
  auto& options = pilot.options;
  options.budget = trials;
  options.search = std::min(options.search, trials / 5);
  options.until.reset();
  options.seed ^= of_pilots;
  options.execution.on_progress = nullptr;
  options.execution.keeper = nullptr;
  pilot.on_look = nullptr;
  if (pilot.outside) pilot.outside->finish = nullptr;
  return pilot;
}

/// What a pilot took, and how many trials it played.
struct Pilot {
  double trials = 0, seconds = 0;
};

/// Seconds a trial, of further ones: what the last pilot's additional trials took, a quarter of its mean at least. A
/// search takes most of a small budget's time, and less of a large one's.
double cost_of_more(Pilot const& before, Pilot const& last) {
  auto const mean = last.seconds / last.trials;
  auto const marginal = (last.seconds - before.seconds) / (last.trials - before.trials);
  return std::max(1e-12, std::clamp(marginal, mean / 4, mean));
}

std::uint64_t measured(double seconds, Question const& question,
                       std::function<Record(Question const&)> const& auditor) {
  Pilot before{}, last{};
  double trials = first_pilot;
  for (double left = seconds;;) {
    auto const start = std::chrono::steady_clock::now();
    auto const record = auditor(pilot_of(question, static_cast<std::uint64_t>(trials)));
    if (record.interrupted()) throw sim::Interrupted{};
    before =
        std::exchange(last, {static_cast<double>(record.measurement.search_trials + record.measurement.certify_trials),
                             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
    left -= last.seconds;
    auto const stopped = record.sequential && record.refuted();  // and so will the audit, by itself
    if (last.seconds >= of_pilot * seconds || trials >= most_trials || stopped) {
      auto const more = (std::max(0.0, left) - last.seconds) / cost_of_more(before, last);
      return static_cast<std::uint64_t>(std::clamp(last.trials + more, 1.0, most_trials));
    }
    auto const times = of_pilot * seconds / std::max(last.seconds, 1e-9);
    trials = std::min(most_trials, std::floor(trials * std::clamp(times, 2.0, 8.0)));
  }
}

}  // namespace

std::uint64_t budget_within(double seconds, Question const& question,
                            std::function<Record(Question const&)> const& auditor) {
  require(seconds > 0 && std::isfinite(seconds), fmt::format("time: {} seconds are not above 0", seconds));
  require(!question.outside || !question.outside->in_order,
          "time: recorded releases are as many as they are (do without it)");
  auto const budget = sim::kept_text(
      name_of(seconds, question), [&] { return std::to_string(measured(seconds, question, auditor)); },
      question.options.execution);
  std::uint64_t trials = 0;
  auto const* const end = budget.data() + budget.size();
  require(std::from_chars(budget.data(), end, trials).ptr == end && trials > 0,
          fmt::format("journal: '{}' is no budget", budget));
  return std::max(trials, question.options.search + 1);
}

}  // namespace warner::results
