#include "cli/suite_run.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "cli/regressions.hpp"
#include "cli/shell_words.hpp"
#include "cli/signals.hpp"
#include "mechanisms/external/process/descriptor_limit.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "sim/driver.hpp"
#include "sim/progress.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using Clock = std::chrono::steady_clock;
using results::Outcome;
using results::Verdict;

/// Cases whose programs were started to plan, and wait for their turn; others are started again. They leave descriptors
/// to as many that run.
std::size_t most_waiting(std::size_t jobs, std::size_t threads) {
  constexpr std::size_t most = 128, of_a_program = 5, while_it_starts = 10, ours = 64;
  auto const all = mechanisms::external::most_descriptors();
  auto const running = ours + jobs * threads * (of_a_program + while_it_starts);
  return all < running ? 0 : std::min<std::size_t>(most, (all - running) / (of_a_program * threads));
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A bar of all cases together.
class Progress {
 public:
  explicit Progress(std::size_t cases) : done_(cases, 0) {}
  void expect(std::uint64_t trials) { all_ = trials; }
  void operator()(std::size_t i, std::uint64_t trials) {
    std::lock_guard const lock{mutex_};
    done_[i] = trials;
    if (all_ > 0) bar_(std::min(all_, std::accumulate(done_.begin(), done_.end(), std::uint64_t{0})), all_);
  }
  void finish() { bar_.finish(); }

 private:
  std::mutex mutex_;
  std::vector<std::uint64_t> done_;
  std::uint64_t all_ = 0;
  sim::ProgressBar bar_{"suite"};
};

/// Which cases run now, since when, and how long they may: so that they can be stopped.
class Watch {
 public:
  struct Running {
    std::atomic<bool>* stop;
    Clock::time_point until;
  };
  explicit Watch(double seconds) : until_{after(seconds)} {}

  /// Stops what has been long enough, or everything on Ctrl-C.
  void look() {
    std::lock_guard const lock{mutex_};
    interrupted_ = interrupted_ || interruption();
    for (auto const& one : running_)
      if (interrupted_ || Clock::now() >= one.until) *one.stop = true;
  }
  bool interrupted() const { return interrupted_; }

  /// When all cases have had their time.
  Clock::time_point end() const { return until_; }

  /// When a case that begins now has had its time.
  Clock::time_point end_of(Case const& of) const { return std::min(until_, after(of.seconds)); }

  /// Stops something, as long as it runs, when its time is over and on Ctrl-C.
  class Watched {
   public:
    Watched(Watch& watch, std::atomic<bool>* stop, Clock::time_point until) : watch_{watch}, stop_{stop} {
      std::lock_guard const lock{watch_.mutex_};
      watch_.running_.push_back({stop_, until});
      if (watch_.interrupted_ || Clock::now() >= until) *stop_ = true;
    }
    ~Watched() {
      std::lock_guard const lock{watch_.mutex_};
      std::erase_if(watch_.running_, [this](Running const& one) { return one.stop == stop_; });
    }
    Watched(Watched const&) = delete;
    Watched& operator=(Watched const&) = delete;

   private:
    Watch& watch_;
    std::atomic<bool>* stop_;
  };

 private:
  static Clock::time_point after(double seconds) {
    constexpr double longest = 1e9;  // what a clock can hold
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, longest)));
  }
  std::mutex mutex_;
  std::vector<Running> running_;
  Clock::time_point until_;
  std::atomic<bool> interrupted_ = false;
};

/// work(i) for these i, in this order, on so many threads, while somebody watches; the first exception, by order, is
/// thrown at the end.
void in_parallel(std::vector<std::size_t> const& order, std::size_t jobs, Watch& watch,
                 std::function<void(std::size_t)> const& work) {
  std::atomic<std::size_t> next = 0, ended = 0;
  std::vector<std::exception_ptr> thrown(order.size());
  std::vector<std::thread> workers;
  jobs = std::min(jobs, order.size());
  for (std::size_t j = 0; j < jobs; ++j)
    workers.emplace_back([&] {
      for (auto k = next++; k < order.size(); k = next++) try {
          work(order[k]);
        } catch (...) {
          thrown[k] = std::current_exception();
        }
      ++ended;
    });
  for (; ended < jobs; std::this_thread::sleep_for(std::chrono::milliseconds{10})) watch.look();
  for (auto& worker : workers) worker.join();
  for (auto const& exception : thrown)
    if (exception) std::rethrow_exception(exception);
}

/// What is known of a case before it is asked.
Outcome declared(PlannedCase const& planned) {
  auto const& of = planned.of;
  return {.name = of.name,
          .group = of.group,
          .tags = of.tags,
          .place = of.place,
          .mechanism = of.mechanism,
          .claim = planned.claim,
          .leaks = of.leaks,
          .level = planned.level,
          .power = planned.power,
          .violation = planned.violation,
          .planned = planned.trials,
          .command = command_of(planned)};
}

/// Plays the strategies that refuted this claim before. @return the level that is left.
double replay_earlier(PlannedCase const& planned, Outcome& outcome) {
  auto const earlier = regressions_of(planned);
  if (earlier.empty()) return planned.level;
  auto const each = planned.level / 2 / static_cast<double>(earlier.size());
  for (auto const& file : earlier) {
    auto again = replay_regression(file, planned, each);
    if (!again.problem.empty()) outcome.notes.push_back(again.problem);
    if (!again.record) continue;
    outcome.trials += again.record->measurement.tally.trials();
    ++outcome.replayed;
    if (!again.record->refuted()) continue;
    outcome.regression = file.string();
    outcome.record = std::move(again.record);
    break;
  }
  return planned.level / 2;
}

bool can_be_asked(PlannedCase const& planned) { return planned.problem.empty() && !planned.is_cut_short; }

/// Whether what was planned finds what is asked for; who names a budget says what is enough.
bool is_enough(PlannedCase const& planned) { return planned.of.budget || planned.power >= planned.of.power; }

std::string too_little_power(PlannedCase const& planned) {
  if (planned.violation == 0)
    return "no multiple of this claim is a leak to plan for (budget = 1000000, or what else is to be enough)";
  return fmt::format(
      "these trials find a leak of {:.4g} with probability {:.4g} (say a larger violation or speaks, or the "
      "budget that is to be enough)",
      planned.violation, planned.power);
}

/// What a named budget, enough by being named, leaves of the power that is asked for.
std::string what_the_budget_finds(PlannedCase const& planned) {
  return fmt::format(
      "its budget finds a leak of {:.4g} with probability {:.4g}, not {:g} (leave it out, and the trials "
      "follow from the power)",
      planned.violation, planned.power, planned.of.power);
}

void judge(Outcome& outcome, bool stopped) {
  auto const refuted = outcome.record->refuted();
  if (refuted) outcome.verdict = outcome.leaks ? Verdict::passed : Verdict::failed;
  else if (stopped) outcome.verdict = Verdict::inconclusive;
  else outcome.verdict = outcome.leaks ? Verdict::failed : Verdict::passed;
}

/// The check itself.
void ask(PlannedCase& planned, double level, Outcome& outcome) {
  auto& question = planned.question;
  question.options.level = level;
  auto const start = Clock::now();
  auto record = results::check(question);
  auto const stopped = record.interrupted();
  auto const played = record.measurement.search_trials + record.sequential->check.trials();
  outcome.trials += played;
  if (record.external)
    outcome.notes.insert(outcome.notes.end(), record.external->notes.begin(), record.external->notes.end());
  outcome.record = std::move(record);
  judge(outcome, stopped);
  if (outcome.verdict == Verdict::passed && !outcome.leaks && !is_enough(planned)) {
    outcome.verdict = Verdict::inconclusive;
    outcome.notes.push_back(too_little_power(planned));
  }
  if (outcome.verdict == Verdict::passed && !outcome.leaks && planned.violation > 0 && planned.power < planned.of.power)
    outcome.notes.push_back(what_the_budget_finds(planned));
  if (stopped && played > 0)
    outcome.more_seconds =
        seconds_since(start) * (static_cast<double>(outcome.planned) / static_cast<double>(played) - 1);
}

/// Of accuracy: releases against the truth.
void measure_accuracy(PlannedCase const& planned, Outcome& outcome) {
  auto const start = Clock::now();
  auto const record = answer(planned.utility_question.value());
  auto const& measured = record.measured;
  outcome.trials = measured.releases + measured.learned_from;
  outcome.notes = record.notes;
  auto const* const foremost = results::foremost(measured);
  if (foremost) outcome.finding = results::certified_in_words(*foremost);
  for (auto const& tested : measured.claims)
    if (foremost && &tested != foremost) outcome.finding += "; " + results::certified_in_words(tested);
  auto const stopped = measured.end == verify::Utility::End::interrupted;
  outcome.verdict = measured.refuted() ? Verdict::failed : stopped ? Verdict::inconclusive : Verdict::passed;
  if (stopped && outcome.trials > 0)
    outcome.more_seconds =
        seconds_since(start) * (static_cast<double>(outcome.planned) / static_cast<double>(outcome.trials) - 1);
}

/// The command that makes a smaller example of a regression; releases that were recorded have none.
std::string shrinking_of(Outcome const& outcome) {
  auto const& external = outcome.record->external;
  if (external && external->kind == "releases") return "";
  return fmt::format("warner shrink {}{}", external ? "--run " : "", shell_word(outcome.regression));
}

/// A failure that can not be kept is none the less one.
void keep_failure(PlannedCase const& planned, Outcome& outcome) {
  try {
    outcome.regression = write_regression(planned, *outcome.record).string();
  } catch (std::invalid_argument const& error) {
    outcome.notes.push_back(fmt::format("this failure is not kept: {}", error.what()));
  }
}

Outcome run_case(PlannedCase& planned, bool regressions) {
  auto outcome = declared(planned);
  auto const start = Clock::now();
  if (planned.is_cut_short) {
    outcome.verdict = Verdict::inconclusive;
    outcome.notes.emplace_back("it was stopped while it was planned: nothing was played");
    return outcome;
  }
  try {
    if (!planned.problem.empty()) throw mechanisms::external::ProgramFailed{planned.problem};
    if (planned.of.verb == "utility") {
      measure_accuracy(planned, outcome);
      planned.utility_question.reset();  // its program ends here
      outcome.seconds = seconds_since(start);
      return outcome;
    }
    auto const level = regressions && !planned.of.leaks ? replay_earlier(planned, outcome) : planned.level;
    if (!outcome.regression.empty()) {
      outcome.verdict = Verdict::failed;
    } else {
      ask(planned, level, outcome);
      if (regressions && outcome.verdict == Verdict::failed && !planned.of.leaks) keep_failure(planned, outcome);
    }
    if (outcome.verdict == Verdict::failed && !outcome.regression.empty()) outcome.smaller = shrinking_of(outcome);
  } catch (sim::Interrupted const&) {
    outcome.verdict = Verdict::inconclusive;
    outcome.notes.emplace_back("it was stopped before anything was decided");
  } catch (std::exception const& error) {
    outcome.verdict = Verdict::error, outcome.problem = error.what();
  }
  outcome.seconds = seconds_since(start);
  planned.question = {};  // its program ends here
  return outcome;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

bool is_selected(Case const& of, std::vector<std::string> const& words) {
  auto const has = [&](std::string const& word) {
    auto const within = [&](std::string const& text) { return lower(text).find(lower(word)) != std::string::npos; };
    return within(of.name) || within(of.group) || std::ranges::any_of(of.tags, within);
  };
  auto any_wanted = false, is_wanted = false;
  for (auto const& word : words) {
    if (word.starts_with('!')) {
      if (has(word.substr(1))) return false;
    } else {
      any_wanted = true, is_wanted = is_wanted || has(word);
    }
  }
  return is_wanted || !any_wanted;
}

results::Run run_suite(Suite const& suite, SuiteExecution const& execution) {
  auto const start = Clock::now();
  results::Run run{.suite = suite.file.string(), .level = suite.level};
  run.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  std::vector<Case const*> cases;
  for (auto const& of : suite.cases)
    if (is_selected(of, execution.selected)) cases.push_back(&of);
  run.deselected = suite.cases.size() - cases.size();
  require(!cases.empty(), fmt::format("-k: selects none of {} entries", suite.cases.size()));
  auto const cores = static_cast<std::size_t>(
      execution.threads > 0 ? execution.threads : std::max(1U, std::thread::hardware_concurrency()));
  auto const jobs = std::min(cores, cases.size());
  auto const threads = static_cast<int>(std::max<std::size_t>(1, cores / jobs));

  Watch watch{suite.seconds};
  Progress progress{cases.size()};
  std::vector<PlannedCase> planned(cases.size());
  std::vector<std::size_t> order(cases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto const waiting = most_waiting(jobs, static_cast<std::size_t>(threads));
  auto const plan = [&](std::size_t i) {
    auto const stop = std::make_shared<std::atomic<bool>>(false);
    // A plan alone takes as long as it takes, and a case's own limit is for its trials.
    Watch::Watched const watched{watch, stop.get(), execution.plan_only ? Clock::time_point::max() : watch.end()};
    if (watch.interrupted()) return unplanned_case(*cases[i], suite);
    return plan_case(
        *cases[i], suite, threads, [&progress, i](std::uint64_t done, std::uint64_t) { progress(i, done); }, stop);
  };
  in_parallel(order, jobs, watch, [&](std::size_t i) {
    planned[i] = plan(i);
    if (i >= waiting) planned[i].question = {}, planned[i].utility_question.reset();  // its program ends here
  });
  auto const cost = [&](std::size_t i) { return planned[i].seconds / threads; };
  auto seconds = 0.0, longest = 0.0;
  std::uint64_t trials = 0;
  for (auto const i : order) {
    seconds += cost(i) / static_cast<double>(jobs), longest = std::max(longest, cost(i));
    trials += planned[i].trials;
  }
  if (execution.plan_only && watch.interrupted()) throw sim::Interrupted{};
  if (execution.on_plan) execution.on_plan(planned, std::min(std::max(seconds, longest), suite.seconds));
  if (execution.plan_only) return run;
  progress.expect(trials);
  std::ranges::stable_sort(order, std::greater{}, cost);
  run.outcomes.resize(cases.size());
  in_parallel(order, jobs, watch, [&](std::size_t i) {
    if (i >= waiting && can_be_asked(planned[i])) {
      auto again = plan(i);
      if (again.is_cut_short) planned[i].is_cut_short = true;  // what was planned is known
      else planned[i] = std::move(again);
    }
    Watch::Watched const watched{watch, planned[i].stop.get(), watch.end_of(planned[i].of)};
    auto const all = planned[i].trials;
    run.outcomes[i] = run_case(planned[i], execution.regressions);
    progress(i, all);
  });
  progress.finish();
  run.interrupted = watch.interrupted();
  run.seconds = seconds_since(start);
  return run;
}

}  // namespace warner::cli
