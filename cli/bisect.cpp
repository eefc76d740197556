#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/number.hpp"
#include "cli/program_folder.hpp"
#include "cli/signals.hpp"
#include "cli/suite.hpp"
#include "cli/verb.hpp"
#include "cli/work_tree.hpp"
#include "results/audit/file.hpp"
#include "results/figures/drawing/child_process.hpp"
#include "results/suite/run_json.hpp"
#include "sim/driver.hpp"
#include "sim/require.hpp"
#include "verify/bounds/two_tallies.hpp"

namespace warner::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string range, suite = "privacy.toml", level = "1e-3";
  std::vector<std::string> selected, build;
};

std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// Of what `warner test` prints, the line that says why there was no answer.
std::string problem_in(std::string const& said) {
  for (auto const& line : lines_of(said))
    if (line.find("  problem") == 0 || line.starts_with("warner: ")) return line;
  return said;
}

/// What the tests of a commit say.
enum class Found { holds, broken, unbuildable };

/// The level of the k-th test, k >= 1. The tests that a bisection needs share one half of it evenly; the other half is
/// spent on those in place of tests that told nothing, however many these are.
double level_of_test(double level, std::uint64_t k, std::uint64_t needed) {
  if (k <= needed) return level / 2 / static_cast<double>(needed);
  return verify::level_of_comparison(level / 2, k - needed);
}

class Bisection {
 public:
  /// @param suite: where it lies in the repository. Its claims are those of every commit, as they stand now.
  Bisection(Options const& options, std::string suite, std::string const& first, double level, std::uint64_t needed)
      : options_{options},
        suite_{std::move(suite)},
        claims_{results::read_file(options.suite)},
        tree_{first},
        level_{level},
        needed_{needed} {}

  /// A commit is looked at once: another look at what told nothing would be another chance to alarm.
  Found look(std::string const& commit) {
    if (auto const known = known_.find(commit); known != known_.end()) return known->second;
    return known_[commit] = look_first(commit);
  }

  static std::string name_of(std::string const& commit) {
    auto text = output_of({"git", "show", "--no-patch", "--format=%h %s", commit}, commit + ": is no commit");
    if (text.ends_with('\n')) text.pop_back();
    return text;
  }

 private:
  Found look_first(std::string const& commit) {
    if (interruption()) throw sim::Interrupted{};
    tree_.go_to(commit);
    results::write_file(fs::path{tree_.path()} / suite_, claims_);
    std::cout << name_of(commit) << std::flush;
    if (!options_.build.empty()) {
      auto const built = in_tree(options_.build);
      if (built.exit_code != 0) return said(Found::unbuildable, "can not be built: " + last_line(built.said));
    }
    std::vector<std::string> words{own_program().string(),
                                   "test",
                                   suite_,
                                   "--level",
                                   fmt::format("{}", level_of_test(level_, ++tests_, needed_)),
                                   "--out",
                                   run_file(),
                                   "--no-regressions"};
    for (auto const& word : options_.selected) words.insert(words.end(), {"-k", word});
    fs::remove(run_file());
    auto const tested = in_tree(words);
    if (tested.exit_code == static_cast<int>(ExitCode::not_refuted)) return said(Found::holds, "not refuted");
    if (tested.exit_code == static_cast<int>(ExitCode::refuted))
      return refutes_a_claim() ? said(Found::broken, "REFUTED")
                               : said(Found::unbuildable, "tells nothing: an expected leak was not found");
    return said(Found::unbuildable,
                fmt::format("tells nothing (exit code {}): {}", tested.exit_code, last_line(problem_in(tested.said))));
  }

  std::string run_file() const { return (fs::path{tree_.path()} / ".warner-bisect.json").string(); }

  /// A leak that is missed is no refutation, and has a probability that is not of the level.
  bool refutes_a_claim() const {
    auto const run = results::read_as(run_file(), results::run_from_json);
    return std::ranges::any_of(run.outcomes, [](results::Outcome const& outcome) {
      return outcome.verdict == results::Verdict::failed && !outcome.leaks;
    });
  }

  static Found said(Found found, std::string const& words) {
    std::cout << ": " << words << '\n' << std::flush;
    return found;
  }
  results::ProgramEnd in_tree(std::vector<std::string> words) const {
    words.insert(words.begin(), {"/bin/sh", "-c", R"(cd "$0" && exec "$@")", tree_.path()});
    // Bytecode is told from its source by seconds and sizes, which two commits may share.
    words.insert(words.begin(), {"/usr/bin/env", "PYTHONDONTWRITEBYTECODE=1"});
    return results::run_program(std::move(words), results::Captured::output_and_errors, &interruption());
  }

  Options const& options_;
  std::string suite_, claims_;
  WorkTree tree_;
  double level_;
  std::uint64_t needed_, tests_ = 0;
  std::map<std::string, Found> known_{};
};

/// Where a suite lies in the repository.
std::string place_in_repository(std::string const& suite) {
  auto const top =
      lines_of(output_of({"git", "rev-parse", "--show-toplevel"}, "bisect: this is no git repository")).at(0);
  auto const place = fs::canonical(suite).lexically_relative(fs::canonical(top));
  require(!place.empty() && *place.begin() != "..",
          fmt::format("{}: lies outside of the repository {} (its place in every commit is unknown)", suite, top));
  return place.string();
}

/// `good` and the commits after it, along the first parents.
std::vector<std::string> commits_of(std::string const& good, std::string const& bad) {
  auto commits = lines_of(output_of({"git", "rev-list", "--reverse", "--first-parent", good + ".." + bad},
                                    fmt::format("{}..{}: is no range of commits", good, bad)));
  require(!commits.empty(), fmt::format("{}..{}: has no commits", good, bad));
  auto const problem = fmt::format(
      "{}: is not among the first parents of {} (what broke may be older than both; name one that is)", good, bad);
  auto const hash = [&](std::string const& commit) {
    return output_of({"git", "rev-parse", "--verify", "--quiet", commit}, problem);
  };
  auto const first = hash(good + "^{commit}");
  require(hash(commits.front() + "^1") == first, problem);
  commits.insert(commits.begin(), lines_of(first).at(0));
  return commits;
}

/// The number of a commit in (good, bad) that can be looked at, near the middle, and what was found; none where no one
/// can be.
std::optional<std::pair<std::size_t, Found>> look_between(Bisection& bisection, std::vector<std::string> const& commits,
                                                          std::size_t good, std::size_t bad) {
  auto const middle = (good + bad) / 2;
  for (std::size_t away = 0; away < bad - good; ++away)
    for (auto const at : {middle - away, middle + away}) {
      if (at <= good || at >= bad || (away == 0 && at != middle)) continue;
      auto const found = bisection.look(commits[at]);
      if (found != Found::unbuildable) return std::pair{at, found};
      if (away == 0) break;
    }
  return std::nullopt;
}

ExitCode bisect(Options const& options) {
  auto const dots = options.range.find("..");
  require(dots != std::string::npos && dots > 0, fmt::format("'{}': is no GOOD..BAD", options.range));
  auto const good = options.range.substr(0, dots),
             bad = dots + 2 < options.range.size() ? options.range.substr(dots + 2) : "HEAD";
  auto const level = level_from("--level", options.level);
  read_suite(options.suite);
  forget_git_repository();
  auto const place = place_in_repository(options.suite);
  auto const commits = commits_of(good, bad);
  constexpr std::uint64_t both_ends = 2;
  auto const looks = both_ends + static_cast<std::uint64_t>(std::ceil(std::log2(static_cast<double>(commits.size()))));
  std::cout << fmt::format("commits: {}; at most {} looks, more where some tell nothing; level {:g} together\n",
                           commits.size() - 1, looks, level);
  Bisection bisection{options, place, good, level, looks};
  auto const best = bisection.look(commits.front());
  require(best != Found::unbuildable,
          fmt::format("{}: can not be tested{}", good,
                      options.build.empty() ? " (must it be built? Say how after --)" : ""));
  require(best == Found::holds, fmt::format("{}: is not good", good));
  auto const worst = bisection.look(commits.back());
  if (worst != Found::broken) {
    std::cout << fmt::format("{}: no claim is refuted\n", bad);
    return ExitCode::inconclusive;
  }
  std::size_t holds = 0, broken = commits.size() - 1;
  while (broken - holds > 1) {
    auto const looked = look_between(bisection, commits, holds, broken);
    if (!looked) break;
    (looked->second == Found::broken ? broken : holds) = looked->first;
  }
  if (broken - holds > 1) {
    std::cout << fmt::format("One of {} commits broke a claim; those between can not be tested:\n", broken - holds);
    for (auto i = holds + 1; i <= broken; ++i) std::cout << "  " << Bisection::name_of(commits[i]) << '\n';
    return ExitCode::inconclusive;
  }
  std::cout << fmt::format("\nA claim was broken by\n  {}\n", Bisection::name_of(commits[broken]));
  return ExitCode::refuted;
}

}  // namespace

Verb add_bisect(Command& app) {
  auto command = app.add_subcommand("bisect", "Find the commit that broke a claim of a suite");
  auto const options = std::make_shared<Options>();
  command.add_option("range", options->range, "Commits: the first is good, the last is not")
      .type_name("GOOD..BAD")
      .required();
  command.add_option("--suite", options->suite, "The claims: as they stand now, of every commit").capture_default_str();
  command.add_option("-k,--select", options->selected, "Only such entries, as of `warner test`")
      .type_name("TEXT")
      .one_at_a_time();
  command
      .add_option("--level", options->level,
                  "Of the whole bisection: a commit of sound mechanisms is called broken with this probability at most")
      .type_name("X")
      .capture_default_str();
  command.add_option("build", options->build, "Builds a commit, in its folder, after --").type_name("-- COMMAND");
  command.footer(
      "Examples:\n"
      "  warner bisect v1.0..HEAD\n"
      "  warner bisect v1.0..main -k counts -- make\n"
      "Commits are checked out beside yours, whose files do not change. One that can not be built is left out.\n"
      "Exit codes: 1 the commit was found, 2 the range makes no sense, 3 nothing is refuted, or the commit is one of "
      "several.");
  return {command, [options] { return bisect(*options); }};
}

}  // namespace warner::cli
