#include <chrono>
#include <filesystem>
#include <iostream>
#include <utility>

#include <fmt/format.h>

#include "cli/audit_text.hpp"
#include "cli/external.hpp"
#include "cli/in_process.hpp"
#include "cli/number.hpp"
#include "cli/printed_first.hpp"
#include "cli/signals.hpp"
#include "cli/smaller_datasets.hpp"
#include "cli/verb.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "results/audit/claims_of.hpp"
#include "results/audit/file.hpp"
#include "sim/driver.hpp"
#include "sim/require.hpp"
#include "verify/level.hpp"

namespace warner::cli {
namespace {

using mechanisms::external::WrittenPair;

struct Options {
  std::string file, out, time = "60";
  std::optional<std::string> level, budget;
  bool run = false, json = false;
  int threads = 0;
};

/// A refuted record, and the same question of other neighbours.
class Shrinking {
 public:
  Shrinking(results::Record record, Options const& options) : record_{std::move(record)}, options_{options} {}

  /// A check of these neighbours.
  results::Record check(WrittenPair const& pair, double level, std::uint64_t budget, std::uint64_t seed) const {
    auto question = record_.external ? of_program(pair) : of_catalogue(pair);
    question.claim = claims_.front();
    question.also.assign(claims_.begin() + 1, claims_.end());
    question.options.level = level;
    question.options.budget = budget;
    question.options.seed = seed;
    question.options.execution.threads = options_.threads;
    question.options.execution.interrupted = &interruption();
    return results::check(question);
  }

  /// The same; empty where they are none that the mechanism takes.
  std::optional<results::Record> check_if_taken(WrittenPair const& pair, double level, std::uint64_t budget,
                                                std::uint64_t seed) const {
    try {
      return check(pair, level, budget, seed);
    } catch (std::invalid_argument const&) {
      return std::nullopt;
    } catch (mechanisms::external::ProgramFailed const&) {
      return std::nullopt;
    }
  }

 private:
  results::Question of_catalogue(WrittenPair const& pair) const {
    results::Question question{.mechanism = record_.mechanism};
    for (auto const& [name, value] : record_.parameters) question.values[name] = value;
    auto const d = numbers_in(pair.d), d_prime = numbers_in(pair.d_prime);
    question.pair = mechanisms::Pair{d.value(), d_prime.value(), record_.pair.relation, {}};
    return question;
  }

  results::Question of_program(WrittenPair const& pair) const {
    auto const& external = *record_.external;
    std::vector<std::string> words{"check",     "--" + external.kind, record_.mechanism, "--d", pair.d,
                                   "--d-prime", pair.d_prime,         "--claim-epsilon", "1"};
    for (auto const& [name, value] : record_.parameters)
      if (name == "binary") words.insert(words.end(), {"--binary", fmt::format("{}", value)});
    if (external.ideal) words.emplace_back("--ideal-numbers");
    if (external.crash_is_a_release) words.emplace_back("--crash-is-a-release");
    return question_in(words, {.interrupted = &interruption()});
  }

  results::Record record_;
  Options const& options_;
  std::vector<mechanisms::Guarantee> claims_ = results::claims_of(record_);
};

std::string size_of(WrittenPair const& pair) {
  return fmt::format("{} characters of data", pair.d.size() + pair.d_prime.size());
}

ExitCode shrink(Options const& options) {
  using Clock = std::chrono::steady_clock;
  if (!options.out.empty()) results::require_place(options.out);
  auto const record = results::read_as(options.file, results::record_from_json);
  auto const* external = record.external ? &*record.external : nullptr;
  require(record.refuted(), fmt::format("{}: refutes nothing (there is nothing to make smaller)", options.file));
  require(!external || external->kind == "exec" || external->kind == "plugin",
          fmt::format("{}: only mechanisms that can be asked about other data have smaller examples", options.file));
  require(!external || (!external->by_path && external->files.empty()),
          fmt::format("{}: its program gets paths of files, which are not made smaller", options.file));
  require(!external || options.run,
          fmt::format("{}: this starts that program, with your rights (--run, if you trust it)", record.mechanism));
  auto const level =
      verify::checked_level("--level", options.level ? real_from("--level", *options.level) : record.measurement.level);
  auto const seconds = real_from("--time", options.time);
  require(seconds > 0, fmt::format("--time: {} is no positive number of seconds", seconds));
  constexpr std::uint64_t times_as_many = 4, fewest = 2000;
  constexpr double to_explore = 1e-3;  // of a step; what is printed is certified anew
  auto const budget = options.budget ? count_from("--budget", *options.budget)
                                     : std::max(fewest, times_as_many * record.measurement.tally.trials());
  auto const until = Clock::now() + std::chrono::duration<double>(seconds);

  Shrinking shrinking{record, options};
  std::vector<WrittenPair> kept{external ? datasets_of(record, options.file)
                                         : mechanisms::external::written(record.pair)};
  std::uint64_t seed = record.seed, tried = 0;
  for (auto found = true; found && Clock::now() < until;) {
    found = false;
    for (auto const& candidate : simpler_pairs(kept.back())) {
      if (Clock::now() >= until || interruption()) break;
      ++tried;
      auto const checked = shrinking.check_if_taken(candidate, to_explore, budget, ++seed);
      if (!checked || !checked->refuted()) continue;
      kept.push_back(candidate);
      found = true;
      break;
    }
  }
  if (interruption()) throw sim::Interrupted{};
  // The smallest that is certified, by fresh releases; each that is tried has half of the level that is left.
  auto left = level;
  for (auto pair = kept.rbegin(); pair != kept.rend(); ++pair) {
    auto const is_of_record = pair + 1 == kept.rend();
    auto const share = is_of_record ? left : left / 2;
    left -= share;
    auto certified = is_of_record ? std::optional{shrinking.check(*pair, share, times_as_many * budget, ++seed)}
                                  : shrinking.check_if_taken(*pair, share, times_as_many * budget, ++seed);
    if (!certified || !certified->refuted()) continue;
    auto const again = external ? datasets_of(*certified, options.file) : *pair;
    std::cerr << fmt::format("warner: simpler pairs tried: {}; {} before, {} now\n", tried, size_of(kept.front()),
                             size_of(again));
    if (!options.out.empty()) name_datasets_beside(options.out, *certified);
    if (options.json) std::cout << results::to_json(*certified) << '\n';
    else print(*certified, std::cout);
    return printed_first(ExitCode::refuted, [&] {
      if (options.out.empty()) return;
      write_datasets_beside(options.out, *certified);
      results::write_file(options.out, results::to_json(*certified) + "\n");
    });
  }
  std::cerr << "warner: nothing was refuted again at this level (--budget: more trials)\n";
  return ExitCode::inconclusive;
}

}  // namespace

Verb add_shrink(Command& app) {
  auto command = app.add_subcommand(
      "shrink", "Make a smaller example of a record that refutes: the simplest neighbours that still show the leak");
  auto const options = std::make_shared<Options>();
  command.add_option("record", options->file, "A record that refutes its claim").required();
  command.add_flag("--run", options->run, "Start the program that the record names");
  command.add_option("--time", options->time, "To look for simpler neighbours")
      .type_name("SECONDS")
      .capture_default_str();
  command.add_option("--budget", options->budget, "Trials of one pair (four times as many as the record took)")
      .type_name("N");
  command.add_option("--level", options->level, "At which the smaller example is certified (the record's)")
      .type_name("X");
  command.add_option("--threads", options->threads, "0: all").capture_default_str().type_name("N").in_range(0, 1024);
  command.add_option("--out", options->out, "Write the record of the smaller example to this file")
      .names_file_to_write();
  command.add_flag("--json", options->json, "Print that record as JSON");
  command.footer(
      "What both datasets have is left out, and made alike, as long as the claim is refuted; what tells them apart "
      "stays, so that they are neighbours as before.\n"
      "The smallest is then checked on fresh releases, at the level that is printed.\n"
      "Exit codes: 1 refuted, 3 not at this level, 4 the mechanism failed.");
  return {command, [options] { return shrink(*options); }};
}

}  // namespace warner::cli
