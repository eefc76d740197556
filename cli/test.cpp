#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

#include <fmt/format.h>

#include "cli/number.hpp"
#include "cli/one_file.hpp"
#include "cli/printed_first.hpp"
#include "cli/suite_run.hpp"
#include "cli/verb.hpp"
#include "results/audit/file.hpp"
#include "results/audit/fingerprint.hpp"
#include "results/audit/readable.hpp"
#include "results/suite/github.hpp"
#include "results/suite/gitlab.hpp"
#include "results/suite/junit.hpp"
#include "results/suite/markdown.hpp"
#include "results/suite/place.hpp"
#include "results/suite/run_json.hpp"
#include "results/suite/run_text.hpp"
#include "results/suite/sarif.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

namespace fs = std::filesystem;
using results::Verdict;

struct Options {
  std::string file;
  std::vector<std::string> selected;
  std::optional<std::string> level, seed, time;
  std::string junit, sarif, gitlab, markdown, out, inconclusive = "fail";
  bool github = false, json = false, plan = false, no_regressions = false;
  int threads = 0;
};

fs::path file_from(std::string const& given) {
  if (!given.empty()) return given;
  for (auto const* const name : {"privacy.toml", "pyproject.toml"})
    if (fs::exists(name)) return name;
  require(false, "test: there is no privacy.toml here, and no pyproject.toml (name the file: warner test FILE)");
  return {};
}

Suite suite_from(Options const& options) {
  auto suite = read_suite(file_from(options.file));
  if (options.level) suite.level = level_from("--level", *options.level);
  if (options.seed) suite.seed = seed_from("--seed", *options.seed);
  if (options.time) suite.seconds = real_from("--time", *options.time);
  require(suite.seconds > 0, "--time: is no positive number of seconds");
  return suite;
}

ExitCode ended(results::Run const& run, bool inconclusive_fails) {
  if (run.count(Verdict::failed) > 0) return ExitCode::refuted;
  if (run.interrupted) return ExitCode::interrupted;
  if (run.count(Verdict::error) > 0) return ExitCode::mechanism_failed;
  return run.count(Verdict::inconclusive) > 0 && inconclusive_fails ? ExitCode::inconclusive : ExitCode::not_refuted;
}

std::string of_a_plan(PlannedCase const& planned) {
  if (!planned.problem.empty()) return "  " + planned.problem;
  if (planned.violation == 0) return "";
  return fmt::format("  finds {:.4g} with probability {:.4g}", planned.violation, planned.power);
}

void print_plan(Suite const& suite, std::vector<PlannedCase> const& planned, double seconds, bool each,
                std::ostream& out) {
  std::uint64_t trials = 0;
  std::size_t width = 0;
  for (auto const& one : planned) trials += one.trials, width = std::max(width, one.of.name.size());
  out << fmt::format("{}: {} of {} claims, at level {:g} together; {:.3g} trials, about {:.2g} s\n",
                     suite.file.string(), planned.size(), suite.cases.size(), suite.level, static_cast<double>(trials),
                     seconds);
  if (!each) return;
  for (auto const& one : planned)
    out << fmt::format("  {:<{}}  {:<24}  {:>9} trials  {:>7.2g} s{}\n", results::readable_line(one.of.name),
                       std::min<std::size_t>(width, 40), one.claim, one.trials, one.seconds, of_a_plan(one));
  out << results::false_alarms(suite.level) << '\n';
}

/// Adds to a file that others may have begun.
void append(fs::path const& path, std::string const& text) {
  std::ofstream out{path, std::ios::app};
  out << text << std::flush;
  require(static_cast<bool>(out), fmt::format("{}: can not be written", path.string()));
}

/// What goes where.
struct Report {
  std::string_view option;
  std::string const* file;
  std::string (*format)(results::Run const&);
  bool in_repository;
};

std::string as_json(results::Run const& run) { return results::to_json(run) + "\n"; }

std::vector<Report> reports_of(Options const& options) {
  return {{"--out", &options.out, as_json, false},
          {"--junit", &options.junit, results::to_junit, false},
          {"--sarif", &options.sarif, results::to_sarif, true},
          {"--gitlab", &options.gitlab, results::to_gitlab, true},
          {"--markdown", &options.markdown, results::to_markdown, false}};
}

/// Before anything is played: every report has a place, and none takes that of another, or of the suite.
void require_places(Options const& options, fs::path const& suite) {
  auto const reports = reports_of(options);
  for (auto report = reports.begin(); report != reports.end(); ++report) {
    if (report->file->empty()) continue;
    require(!name_one_file(suite, *report->file),
            fmt::format("{}: {} is the suite (name another file)", report->option, *report->file));
    for (auto other = reports.begin(); other != report; ++other)
      require(other->file->empty() || !name_one_file(*other->file, *report->file),
              fmt::format("{}: {} is what {} names, too (name another file)", report->option, *report->file,
                          other->option));
    results::require_place(*report->file);
  }
}

void add_summary_for_github(results::Run const& run) {
  if (auto const* summary = std::getenv("GITHUB_STEP_SUMMARY"); summary && *summary)
    append(summary, results::to_markdown(run));
}

/// A text in which GitHub looks for no commands: names, and what programs said, may look like some.
std::string without_commands(std::string const& text) {
  auto const token = "warner-" + results::fingerprint(text);
  return fmt::format("::stop-commands::{0}\n{1}::{0}::\n", token, text);
}

/// Writes all reports that can be written. @return the exit code, with them.
ExitCode write_reports(Options const& options, results::Run const& run, results::Run const& named, ExitCode code) {
  if (options.github) code = printed_first(code, [&] { add_summary_for_github(named); });
  for (auto const& report : reports_of(options))
    if (!report.file->empty())
      code = printed_first(
          code, [&] { results::write_file(*report.file, report.format(report.in_repository ? named : run)); });
  return code;
}

ExitCode test(Options const& options) {
  auto const suite = suite_from(options);
  require_places(options, suite.file);
  std::error_code gone;
  auto const here = fs::current_path(gone);
  require(!gone, "test: the current folder is gone (cd into one that is there)");
  SuiteExecution execution{.threads = options.threads,
                           .selected = options.selected,
                           .plan_only = options.plan,
                           .regressions = !options.no_regressions};
  auto failed = false;
  execution.on_plan = [&](std::vector<PlannedCase> const& planned, double seconds) {
    failed = std::ranges::any_of(planned, [](PlannedCase const& one) { return !one.problem.empty(); });
    print_plan(suite, planned, seconds, options.plan, options.json ? std::cerr : std::cout);
  };
  if (auto const folder = suite.file.parent_path(); !folder.empty()) fs::current_path(folder);
  auto const run = run_suite(suite, execution);
  fs::current_path(here);
  if (options.plan) return failed ? ExitCode::mechanism_failed : ExitCode::not_refuted;
  auto const named = results::in_repository(run);
  auto const text = options.json ? as_json(run) : results::to_text(run);
  std::cout << (options.github && !options.json ? without_commands(text) : text) << std::flush;
  if (options.github) std::cout << results::to_github(named) << std::flush;
  return write_reports(options, run, named, ended(run, options.inconclusive == "fail"));
}

}  // namespace

Verb add_test(Command& app) {
  auto command = app.add_subcommand(
      "test", "Test a file of claims, all at one level together: for builds that guard a repository's privacy");
  auto const options = std::make_shared<Options>();
  command.add_option("suite", options->file,
                     "The file (privacy.toml, or pyproject.toml with a table tool.warner); docs/formats/suite.md");
  command
      .add_option("-k,--select", options->selected,
                  "Only entries whose name, group or tags contain this, or, after a !, do not; may be given again. "
                  "Each keeps its share of the level")
      .type_name("TEXT")
      .one_at_a_time();
  command.add_flag("--plan", options->plan, "Only say what would be played: trials, seconds, power");
  command.add_option("--level", options->level, "In place of the file's").type_name("X");
  command.add_option("--seed", options->seed, "In place of the file's").type_name("N");
  command.add_option("--time", options->time, "Seconds at most; what is not found by then is inconclusive")
      .type_name("SECONDS");
  command.add_option("--threads", options->threads, "0: all; the results are the same for any number")
      .capture_default_str()
      .type_name("N")
      .in_range(0, 1024);
  command
      .add_option("--inconclusive", options->inconclusive, "fail: exit code 3 for entries whose power was not reached")
      .type_name("pass|fail")
      .capture_default_str()
      .one_of({"pass", "fail"});
  command.add_flag("--no-regressions", options->no_regressions,
                   "Neither replay what privacy.regressions/ has, nor write there");
  auto const* group = "Reports";
  command.add_flag("--json", options->json, "Print the run as JSON").group(group);
  command.add_option("--out", options->out, "Write that to a file").names_file_to_write().group(group);
  command.add_option("--junit", options->junit, "Write JUnit XML").names_file_to_write().group(group);
  command.add_option("--sarif", options->sarif, "Write SARIF 2.1.0, for code scanning")
      .names_file_to_write()
      .group(group);
  command.add_option("--gitlab", options->gitlab, "Write GitLab's code quality").names_file_to_write().group(group);
  command.add_option("--markdown", options->markdown, "Write a summary in Markdown").names_file_to_write().group(group);
  command
      .add_flag("--github", options->github,
                "Print annotations of GitHub Actions, and add to its step summary ($GITHUB_STEP_SUMMARY)")
      .group(group);
  command.footer(
      "Examples:\n"
      "  warner test                                 # privacy.toml of this folder\n"
      "  warner test --plan                          # trials, seconds and power of each claim, before any is played\n"
      "  warner test -k counts -k '!slow' --time 60\n"
      "  warner test --junit privacy.xml --sarif privacy.sarif\n"
      "Exit codes: 0 nothing refuted, 1 a claim is refuted, 2 the file makes no sense, 3 inconclusive, 4 a mechanism "
      "failed.");
  return {command, [options] { return test(*options); }};
}

}  // namespace warner::cli
