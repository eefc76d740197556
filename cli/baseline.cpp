#include "results/suite/baseline.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "cli/external.hpp"
#include "cli/number.hpp"
#include "cli/program_fingerprint.hpp"
#include "cli/signals.hpp"
#include "cli/suite_run.hpp"
#include "cli/temporary_folder.hpp"
#include "cli/timed_beside.hpp"
#include "cli/verb.hpp"
#include "cli/work_tree.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "results/audit/file.hpp"
#include "results/audit/fingerprint.hpp"
#include "results/audit/words.hpp"
#include "results/figures/drawing/child_process.hpp"
#include "sim/driver.hpp"
#include "sim/progress.hpp"
#include "sim/require.hpp"
#include "verify/bounds/two_tallies.hpp"

namespace warner::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string action, suite = "privacy.toml", file = "privacy.baseline.json", out, trials = "0";
  std::string beside, build, beside_warner, pairs = "0";
  std::vector<std::string> selected;
  std::optional<std::string> level;
  int threads = 0;
};

/// The words of a question. Of accuracy the seed is one: the releases of its versions follow it, and are to be others.
std::string question_of(PlannedCase const& planned) {
  std::string text;
  for (auto const& word : planned.of.words) text += (text.empty() ? "" : " ") + word;
  return planned.of.verb == "utility" ? fmt::format("{} --seed {}", text, planned.seed) : text;
}

std::uint64_t seed_of_version(std::uint64_t first, std::uint64_t version) {
  return (first + version) % (std::uint64_t{1} << 53);
}

/// The mechanism of a record's pair, with the entry's data.
mechanisms::external::ExternalMechanism with_data_of(results::Question const& question, results::Record const& record) {
  if (question.outside) return *question.outside;
  for (auto const& pair : question.sought->pairs)
    if (pair.label == record.pair.label) return question.sought->one(pair).mechanism;
  throw std::invalid_argument{fmt::format("{}: its data make no pair '{}' (other data are another entry)",
                                          record.mechanism, record.pair.label)};
}

/// More trials of a frozen strategy, of the program as it is now: fresh ones, of a seed that no version had before.
sim::Tally played(results::Record record, PlannedCase const& planned, std::uint64_t version, std::uint64_t trials) {
  auto const seed = seed_of_version(record.seed, version);
  auto const execution = planned.question.options.execution;
  sim::Replicates const range{0, trials};
  if (!record.external) return results::play_part(record, seed, range, execution).tally;
  auto& external = *record.external;
  std::optional<TemporaryFolder> folder;
  std::string file;
  if (!external.dataset_fingerprints.empty()) {  // too long for a baseline
    auto const outside = with_data_of(planned.question, record);
    external.beside = outside.beside, external.beside_as = outside.beside_as;
    file = (folder.emplace().path() / "record.json").string();
    write_datasets_beside(file, record);
  }
  auto const limits = limits_in(planned.of.words);
  return results::play_part(record, outside_of(record, file, limits, execution, true), seed, range, execution).tally;
}

/// @throws sim::Interrupted on Ctrl-C: a part is not kept.
verify::Utility seen_whole(UtilityOptions const& asked) {
  auto measured = answer(asked).measured;
  if (measured.end == verify::Utility::End::interrupted) throw sim::Interrupted{};
  return measured;
}

/// Releases of which so many have an error beyond a size, likewise.
sim::Tally errors_beyond(double size, PlannedCase const& planned, std::uint64_t version, std::uint64_t releases) {
  auto asked = planned.utility;
  asked.rmse = asked.bias = asked.median = asked.coverage = asked.largest = std::nullopt;
  asked.quantiles = {fmt::format("0.5:{}", size)};
  asked.level = "1e-300";  // nothing is decided here, and all releases are seen
  asked.budget = fmt::format("{}", releases);
  asked.seed = fmt::format("{}", seed_of_version(planned.seed, version));
  auto const measured = seen_whole(asked);
  auto const misses = measured.claims.front().misses;
  return {misses, measured.releases - misses, 0};
}

sim::Tally looked(results::BaselineEntry const& entry, PlannedCase const& planned, std::uint64_t version,
                  std::uint64_t trials) {
  return entry.record ? played(*entry.record, planned, version, trials)
                      : errors_beyond(*entry.beyond, planned, version, trials);
}

/// Whether the law of a program is another than it was, in either direction, at this level each.
bool have_moved(sim::Tally const& before, sim::Tally const& now, double level) {
  return verify::p_value_of_larger_odds(before, now) <= level || verify::p_value_of_larger_odds(now, before) <= level;
}

/// What the entry was, and what is seen of the program now. @param level: at which the accepted program, as far as its
/// files tell, is another by what it releases: it read what no fingerprint knows of. @return whether it is.
bool look_again(results::BaselineEntry& entry, PlannedCase& planned, std::uint64_t version, std::uint64_t trials,
                double level) {
  auto const fingerprint = program_fingerprint(planned.of);
  auto const same = fingerprint == entry.current.fingerprint, accepted = fingerprint == entry.reference.fingerprint;
  if (accepted) entry.current = entry.reference;
  else if (!same) entry.current = {fingerprint, version, 0, {}};
  auto const seen = looked(entry, planned, version, trials);
  if (accepted && have_moved(entry.reference.tally, seen, level)) {
    entry.current = {results::fingerprint(fmt::format("{} at version {}", fingerprint, version)), version, 1, seen};
    return true;
  }
  entry.current.tally += seen;
  ++entry.current.versions;
  if (accepted) entry.reference = entry.current;
  return false;
}

/// An entry that was not there: a measurement freezes its strategy; of accuracy, the size that some errors are beyond.
/// None where there are no errors to count.
std::optional<results::BaselineEntry> first_look(PlannedCase& planned, std::uint64_t version) {
  results::BaselineEntry entry{.name = planned.of.name, .question = question_of(planned)};
  entry.reference = {program_fingerprint(planned.of), version, 1, {}};
  if (planned.of.verb == "check") {
    auto of_one_strategy = planned.question;
    of_one_strategy.options.one_strategy = true;  // tallies of later versions are compared with this one
    entry.record = results::audit(of_one_strategy);
    entry.reference.tally = entry.record->measurement.tally;
  } else {
    constexpr std::size_t ninth_decile = 1;  // of 0.5, 0.9, 0.95, 0.99
    auto const quantiles = seen_whole(planned.utility).quantiles;
    if (quantiles.size() <= ninth_decile || !std::isfinite(quantiles[ninth_decile].size.estimate)) return std::nullopt;
    entry.beyond = quantiles[ninth_decile].size.estimate;
    entry.reference.tally = errors_beyond(*entry.beyond, planned, version, planned.trials);
  }
  entry.current = entry.reference;
  return entry;
}

results::Baseline baseline_in(Options const& options) {
  if (!fs::exists(options.file)) return {.version = 0};
  return results::read_as(options.file, results::baseline_from_json);
}

/// Older programs, where they are asked for; a commit is checked out for as long as they are needed.
struct OlderVersion {
  std::unique_ptr<WorkTree> tree{};
  Older programs{};
};

/// @param folder: in which `--beside` was typed; the current one is the suite's.
std::optional<OlderVersion> older_version(Options const& options, fs::path const& folder) {
  require(options.build.empty() || !options.beside.empty(), "--build: it builds what --beside names");
  if (options.beside.empty() && options.beside_warner.empty()) return std::nullopt;
  forget_git_repository();
  OlderVersion older;
  if (!options.beside_warner.empty()) {
    older.programs.warner = (folder / options.beside_warner).string();
    require(fs::is_regular_file(older.programs.warner),
            fmt::format("{}: there is no such program", options.beside_warner));
  }
  older.programs.folder = folder / options.beside;
  if (options.beside.empty()) return older;
  auto top = older.programs.folder;
  if (!fs::is_directory(top)) {
    auto const prefix = lines_of(output_of(
        {"git", "rev-parse", "--show-prefix"},
        fmt::format("--beside: {} is no folder, and this is no git repository that could have a commit of that name",
                    options.beside)));
    older.tree = std::make_unique<WorkTree>(options.beside);
    top = older.tree->path();
    older.programs.folder = top / (prefix.empty() ? "" : prefix[0]);
  }
  if (options.build.empty()) return older;
  auto const built = results::run_program({"/bin/sh", "-c", R"(cd "$0" && eval "$1")", top.string(), options.build},
                                          results::Captured::output_and_errors, &interruption());
  require(built.exit_code == 0, fmt::format("--build: '{}' fails in {}:\n{}", options.build, top.string(), built.said));
  return older;
}

/// So many that four in five on one side are significant.
std::uint64_t pairs_of(Options const& options, results::Baseline const& baseline, Suite const& suite) {
  constexpr std::size_t with_times = 2, most = 100'000;
  auto const asked = count_from("--pairs", options.pairs);
  require(asked <= most, fmt::format("--pairs: {} are more than {}", asked, most));
  if (asked > 0) return asked;
  return verify::pairs_needed(results::level_of_each(baseline, baseline.version, with_times * suite.cases.size()));
}

std::string in_words(results::Times const& times) {
  auto const ratio = verify::ratio_of_times(times.pairs, 0.05);
  return fmt::format("takes {:.4g} times as long as the older one, in {}, by {} pairs of fresh processes", ratio.median,
                     results::interval(ratio.lower, ratio.upper, 4), times.pairs.size());
}

ExitCode update(Options const& options) {
  auto baseline = baseline_in(options);
  if (options.level) {
    require(baseline.version == 0, "--level: is the baseline's, and spent over its versions (begin another one)");
    baseline.level = level_from("--level", *options.level);
  }
  auto const out = fs::absolute(options.out.empty() ? options.file : options.out);
  results::require_place(out);
  auto const suite = read_suite(options.suite);
  auto const typed_in = fs::current_path();
  if (auto const folder = suite.file.parent_path(); !folder.empty()) fs::current_path(folder);
  auto const trials = count_from("--trials", options.trials);
  ++baseline.version;
  // `diff` compares what moved at this level or a larger one: no other alarms, and not more.
  constexpr double sides_and_times = 4;
  auto const level_of_same_files = verify::level_of_comparison(baseline.level, baseline.version) /
                                   (sides_and_times * std::max(1.0, static_cast<double>(baseline.entries.size())));
  auto const older = older_version(options, typed_in);
  auto const pairs = pairs_of(options, baseline, suite);
  sim::ProgressBar bar{"baseline"};
  for (auto const& of : suite.cases) {
    if (of.leaks || !is_selected(of, options.selected)) continue;
    auto const what = [&](std::string const& problem) { return fmt::format("{}: {}", of.name, problem); };
    auto const report = [&bar](std::uint64_t done, std::uint64_t all) { bar(done, all); };
    auto planned = plan_case(of, suite, options.threads, report);
    if (!planned.problem.empty()) throw mechanisms::external::ProgramFailed{what(planned.problem)};
    planned.question.options.execution.interrupted = planned.utility.interrupted = &interruption();
    auto const recorded = planned.question.outside && planned.question.outside->kind == "releases";
    if (recorded || !planned.utility.external.releases.empty()) {
      std::cout << what("left out: recorded releases are those that there are\n");
      continue;
    }
    auto const found = std::ranges::find(baseline.entries, of.name, &results::BaselineEntry::name);
    if (found == baseline.entries.end() || found->question != question_of(planned)) {
      if (found != baseline.entries.end()) baseline.entries.erase(found);
      auto entry = first_look(planned, baseline.version);
      if (!entry) {
        std::cout << what("left out: no size of errors is such that one in ten is beyond\n");
        continue;
      }
      std::cout << what(fmt::format("new; {} trials\n", entry->current.tally.trials()));
      baseline.entries.push_back(std::move(*entry));
      continue;
    }
    auto const moved =
        look_again(*found, planned, baseline.version,
                   trials > 0 ? trials : std::max<std::uint64_t>(1, planned.trials / 2), level_of_same_files);
    std::cout << what(fmt::format("{}; {} trials of {} {}\n",
                                  moved ? "the same files, and another program (which sources are missing?)"
                                  : found->changed() ? "another program"
                                                     : "the same",
                                  found->current.tally.trials(), found->current.versions,
                                  found->current.versions == 1 ? "version" : "versions"));
    found->times.reset();
    if (!older) continue;
    found->times = timed_beside(of, suite, older->programs, pairs, seed_of_version(planned.seed, baseline.version),
                                [&](std::uint64_t pair) { bar(pair, pairs); });
    if (found->times) {
      found->times->version = baseline.version;
      std::cout << what(in_words(*found->times) + "\n");
    } else {
      std::cout << what("is not timed: the older program is the same, or was not named\n");
    }
  }
  bar.finish();
  results::write_file(out, results::to_json(baseline) + "\n");
  return ExitCode::not_refuted;
}

/// What the program is now becomes what later versions are compared with.
ExitCode accept(Options const& options) {
  auto baseline = baseline_in(options);
  require(baseline.version > 0,
          fmt::format("{}: there is no such file (warner baseline update makes one)", options.file));
  for (auto& entry : baseline.entries)
    if (entry.changed() && is_selected({.name = entry.name}, options.selected)) {
      entry.reference = entry.current;
      entry.times.reset();
      std::cout << fmt::format("{}: accepted; {} trials\n", entry.name, entry.current.tally.trials());
    }
  results::write_file(options.out.empty() ? options.file : options.out, results::to_json(baseline) + "\n");
  return ExitCode::not_refuted;
}

}  // namespace

Verb add_baseline(Command& app) {
  auto command = app.add_subcommand(
      "baseline", "Keep what a suite's mechanisms leak, from version to version; `warner diff` compares two");
  auto const options = std::make_shared<Options>();
  command
      .add_option("action", options->action,
                  "update: look at the programs as they are now; accept: compare later versions with these")
      .type_name("update|accept")
      .one_of({"update", "accept"})
      .required();
  command.add_option("suite", options->suite, "The file of claims").capture_default_str();
  command.add_option("--baseline", options->file, "What is kept; it is made where there is none")
      .names_file_to_write()
      .capture_default_str();
  command.add_option("--out", options->out, "Write it here (in its place)").names_file_to_write();
  command.add_option("-k,--select", options->selected, "Only such entries, as of `warner test`")
      .type_name("TEXT")
      .one_at_a_time();
  command.add_option("--trials", options->trials, "Of an entry in a version (half of what its plan says)")
      .type_name("N");
  command
      .add_option("--level", options->level,
                  "Of a new baseline (0.001): what all comparisons of all versions spend together")
      .type_name("X");
  command
      .add_option(
          "--beside", options->beside,
          "Time every program beside an older one, in turns: of the suite's folder in an older version, or of a "
          "commit, which is checked out")
      .type_name("FOLDER|COMMIT");
  command.add_option("--build", options->build, "Builds what --beside names, in its folder").type_name("COMMAND");
  command
      .add_option("--beside-warner", options->beside_warner,
                  "An older warner, to time mechanisms of the catalogue beside")
      .type_name("FILE");
  command.add_option("--pairs", options->pairs, "Of processes that are timed (as many as the level takes)")
      .type_name("N");
  command.add_option("--threads", options->threads, "0: all").capture_default_str().type_name("N").in_range(0, 1024);
  command.footer(
      "Examples:\n"
      "  warner baseline update                                 # at a version that is known to be good\n"
      "  warner baseline update --out head.json                 # later, or in a build\n"
      "  warner diff privacy.baseline.json head.json\n"
      "  warner baseline update --beside v1.0 --build make --out head.json     # times, too: v1.0 is a commit, or a "
      "folder\n"
      "A strategy is frozen when an entry appears, and played on fresh releases of every version. Trials of one "
      "program add up over versions. Times are ratios: both programs take turns, in processes that are started anew "
      "for "
      "every pair.");
  return {command, [options] { return options->action == "update" ? update(*options) : accept(*options); }};
}

}  // namespace warner::cli
