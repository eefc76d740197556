#include "cli/suite_plan.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "cli/in_process.hpp"
#include "cli/number.hpp"
#include "cli/regressions.hpp"
#include "cli/shell_words.hpp"
#include "cli/toml_file.hpp"
#include "cli/violation.hpp"
#include "mechanisms/catalogue/registry.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "sim/driver.hpp"
#include "sim/require.hpp"
#include "verify/plan.hpp"

namespace warner::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Where the pair is sought as well, up to half of the budget goes there.
constexpr std::uint64_t to_choose_a_pair = 2;
constexpr std::uint64_t unplanned = 1'000'000;

std::vector<std::string> words_of(Case const& of, double level, std::uint64_t seed) {
  std::vector<std::string> words{of.verb};
  words.insert(words.end(), of.words.begin(), of.words.end());
  words.insert(words.end(), {"--level", fmt::format("{}", level), "--seed", fmt::format("{}", seed)});
  if (of.budget) words.insert(words.end(), {"--budget", fmt::format("{}", *of.budget)});
  return words;
}

std::vector<mechanisms::Guarantee> claims_in(results::Question const& question) {
  if (question.claim) {
    auto all = question.also;
    all.insert(all.begin(), *question.claim);
    return all;
  }
  if (question.outside || question.sought) return {outside_in(question).instance.mechanism.guarantee()};
  return {mechanisms::make(mechanisms::find(question.mechanism), question.values).mechanism.guarantee()};
}

AskedViolation violation_in(results::Question const& question, Case const& of) {
  auto claims = claims_in(question);
  auto const is_epsilon = claims.size() == 1 && (std::holds_alternative<mechanisms::PureDp>(claims[0]) ||
                                                 std::holds_alternative<mechanisms::ApproximateDp>(claims[0]));
  if (!is_epsilon) return violation_of(std::move(claims), question.delta, {.times = of.violation}, of.speaks);
  auto const at = mechanisms::statement_at(claims[0], question.delta.value_or(mechanisms::usual_delta(claims[0])));
  return violation_of_epsilon(at.epsilon, at.delta, {.times = of.violation});
}

/// Earlier witnesses that are replayed have a half.
double level_of_check(PlannedCase const& planned) {
  return regressions_of(planned).empty() ? planned.level : planned.level / 2;
}

/// Trials that the demands on a case take, or the power of those that it may have.
void plan_trials(PlannedCase& planned) {
  auto& question = planned.question;
  auto const& of = planned.of;
  auto const parts = question.sought || question.search_pairs ? to_choose_a_pair : 1;
  std::optional<AskedViolation> asked;
  try {
    asked = violation_in(question, of);
    planned.claim = asked->words;
    asked->violation.speaks = of.speaks;
    asked->violation.level = level_of_check(planned);
    planned.violation = asked->truly.value_or(0);
  } catch (std::invalid_argument const&) {
    asked.reset();  // no number stands for such a claim
  }
  if (planned.claim.empty()) planned.claim = verify::at_once(claims_in(question)).words;
  auto const can_be = asked && planned.violation > 0;
  auto const needed =
      can_be ? verify::trials_needed(verify::Procedure::check, asked->violation, of.power) : std::nullopt;
  auto const recorded = question.outside && question.outside->kind == "releases";
  if (of.budget || recorded || !needed) {
    if (!of.budget && !recorded) question.options.budget = unplanned;
    auto const enough = needed && question.options.budget >= parts * verify::budget_to_learn_in(*needed);
    if (enough && recorded) question.options.budget = parts * verify::budget_to_learn_in(*needed);
    planned.power = enough   ? of.power
                    : can_be ? verify::power_of(verify::Procedure::check, asked->violation,
                                                verify::trials_beside_learning(question.options.budget / parts))
                             : 0;
    return;
  }
  question.options.budget = parts * verify::budget_to_learn_in(*needed);
  planned.power = of.power;
}

/// Seconds that learning and looking take, a trial.
double seconds_of_looking() {
  static auto const seconds = [] {
    constexpr std::uint64_t enough = 20'000;
    results::Question question{.mechanism = "laplace"};
    question.options.budget = enough;
    question.options.execution.threads = 1;
    return results::check(question).seconds / static_cast<double>(enough);
  }();
  return seconds;
}

/// Seconds that one release takes, as a short while shows. No check sees these releases.
double seconds_of_releasing(results::Question const& question) {
  constexpr double enough = 0.02;
  auto const outside = question.outside || question.sought;
  auto const instance =
      outside ? outside_in(question).instance : mechanisms::make(mechanisms::find(question.mechanism), question.values);
  auto const dataset = outside         ? mechanisms::external::arms().d
                       : question.pair ? question.pair->d
                                       : instance.pairs.front().d;
  auto const width = instance.mechanism.columns(dataset).size();
  mechanisms::Releases memory;
  auto seconds = 0.0;
  std::size_t many = 1;
  sim::Stream first{{question.options.seed, sim::Purpose::bench}, 0};
  instance.mechanism.release(dataset, first, memory.shaped(many, width));  // a process may have to start for it
  for (std::uint64_t block = 1; seconds < enough && many < sim::block_size; ++block) {
    many *= 2;
    sim::Stream stream{{question.options.seed, sim::Purpose::bench}, block};
    auto const start = Clock::now();
    instance.mechanism.release(dataset, stream, memory.shaped(many, width));
    seconds = seconds_since(start);
  }
  return seconds / static_cast<double>(many);
}

double expected_seconds(results::Question const& question) {
  auto const fixed = question.outside && (question.outside->in_order || question.outside->kind == "releases");
  return static_cast<double>(question.options.budget) *
         (seconds_of_looking() + (fixed ? 0 : seconds_of_releasing(question)));
}

/// Of accuracy nothing is planned but the releases that there may be.
void plan_utility(PlannedCase& planned, UtilityOptions asked, int threads,
                  std::function<void(std::uint64_t done, std::uint64_t all)> on_progress) {
  constexpr std::uint64_t usual = 100'000;
  planned.trials = planned.of.budget.value_or(usual);
  if (asked.external.releases.empty()) {
    asked.budget = fmt::format("{}", planned.trials);
    asked.budget_given = true;
  }
  asked.threads = threads;
  asked.interrupted = planned.stop.get();
  asked.on_progress = std::move(on_progress);
  for (auto const& claim : claims_in(asked))
    planned.claim += (planned.claim.empty() ? "" : "; ") + results::in_words(claim);
  require(!planned.claim.empty(), "claim: there is none (say rmse = 2, or quantile = [\"0.95:4\"])");
  planned.utility_question = cli::utility_question(asked);
  auto const& question = *planned.utility_question;
  verify::require_answerable(question.mechanism, question.dataset, question.asked);
  planned.trials = question.asked.budget;
  planned.utility = std::move(asked);
  planned.seconds = std::min(planned.of.seconds, seconds_of_looking() * static_cast<double>(planned.trials));
}

/// An even share of the level, rounded down to what is read with ease.
double share_of(Suite const& suite) {
  constexpr double last_digit = 5e-6;
  auto const rounded = [](double x) { return real_from("level", fmt::format("{:.6g}", x)); };
  auto const share = suite.level / static_cast<double>(suite.cases.size());
  return rounded(share) > share ? rounded(share * (1 - last_digit)) : rounded(share);
}

/// The claim as the words of a case have it, where they name one.
std::string claim_in_words(Case const& of) {
  std::string claim;
  for (std::size_t i = 0; i + 1 < of.words.size(); ++i)
    if (auto const& word = of.words[i]; word.starts_with("--claim-"))
      claim += fmt::format("{}{} = {}", claim.empty() ? "" : ", ", word.substr(8), of.words[i + 1]);
  return claim;
}

}  // namespace

mechanisms::external::ExternalMechanism outside_in(results::Question const& question) {
  if (question.outside) return *question.outside;
  auto const& sought = *question.sought;
  try {
    return sought.one(sought.pairs.front()).mechanism;
  } catch (mechanisms::external::ProgramFailed const&) {  // others may do, which all of them together tell
    return sought.one(sought.all().pairs.front()).mechanism;
  }
}

std::string command_of(PlannedCase const& planned) {
  auto of = planned.of;
  if (planned.trials > 0) of.budget = planned.trials;
  return "warner " + shell_words(words_of(of, planned.level, planned.seed));
}

PlannedCase plan_case(Case const& of, Suite const& suite, int threads,
                      std::function<void(std::uint64_t done, std::uint64_t all)> on_progress,
                      std::shared_ptr<std::atomic<bool>> stop) {
  PlannedCase planned{.of = of, .level = share_of(suite), .seed = suite.seed, .stop = std::move(stop)};
  auto const words = words_of(of, planned.level, suite.seed);
  try {
    if (of.verb == "utility") {
      plan_utility(planned, utility_in(words), threads, std::move(on_progress));
    } else {
      planned.question = question_in(words, {.interrupted = planned.stop.get(), .on_progress = std::move(on_progress)});
      planned.question.options.execution.threads = threads;
      plan_trials(planned);
      planned.trials = planned.question.options.budget;
      planned.seconds = std::min(of.seconds, expected_seconds(planned.question));
    }
  } catch (std::invalid_argument const& error) {
    throw std::invalid_argument{fmt::format("{}: {}: {}", in_words(of.place), of.name, error.what())};
  } catch (mechanisms::external::ProgramFailed const& error) {
    planned.problem = error.what();
    if (planned.claim.empty()) planned.claim = claim_in_words(of);
  } catch (sim::Interrupted const&) {
    if (!*planned.stop) throw;
    auto cut_short = unplanned_case(of, suite);
    if (!planned.claim.empty()) cut_short.claim = planned.claim;
    return cut_short;
  }
  return planned;
}

PlannedCase unplanned_case(Case const& of, Suite const& suite) {
  PlannedCase planned{.of = of, .level = share_of(suite), .seed = suite.seed, .is_cut_short = true};
  planned.claim = claim_in_words(of);
  if (planned.claim.empty()) planned.claim = "what it claims";
  return planned;
}

}  // namespace warner::cli
