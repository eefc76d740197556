#include <cmath>
#include <filesystem>
#include <iostream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/number.hpp"
#include "cli/signals.hpp"
#include "cli/suite.hpp"
#include "cli/verb.hpp"
#include "cli/work_tree.hpp"
#include "results/audit/file.hpp"
#include "results/figures/drawing/child_process.hpp"
#include "sim/driver.hpp"
#include "sim/require.hpp"

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

class Bisection {
 public:
  /// @param suite: where it lies in the repository. Its claims are those of every commit, as they stand now.
  Bisection(Options const& options, std::string suite, std::string const& first, double level_of_one)
      : options_{options},
        suite_{std::move(suite)},
        claims_{results::read_file(options.suite)},
        tree_{first},
        level_{level_of_one} {}

  Found look(std::string const& commit) const {
    if (interruption()) throw sim::Interrupted{};
    tree_.go_to(commit);
    results::write_file(fs::path{tree_.path()} / suite_, claims_);
    std::cout << name_of(commit) << std::flush;
    if (!options_.build.empty()) {
      auto const built = in_tree(options_.build);
      if (built.exit_code != 0) return said(Found::unbuildable, "can not be built: " + last_line(built.said));
    }
    std::vector<std::string> words{fs::read_symlink("/proc/self/exe").string(),
                                   "test",
                                   suite_,
                                   "--level",
                                   fmt::format("{}", level_),
                                   "--no-regressions"};
    for (auto const& word : options_.selected) words.insert(words.end(), {"-k", word});
    auto const tested = in_tree(words);
    if (interruption()) throw sim::Interrupted{};
    if (tested.exit_code == static_cast<int>(ExitCode::not_refuted)) return said(Found::holds, "not refuted");
    if (tested.exit_code == static_cast<int>(ExitCode::refuted)) return said(Found::broken, "REFUTED");
    return said(Found::unbuildable,
                fmt::format("tells nothing (exit code {}): {}", tested.exit_code, last_line(problem_in(tested.said))));
  }

  static std::string name_of(std::string const& commit) {
    auto text = output_of({"git", "show", "--no-patch", "--format=%h %s", commit}, commit + ": is no commit");
    if (text.ends_with('\n')) text.pop_back();
    return text;
  }

 private:
  static Found said(Found found, std::string const& words) {
    std::cout << ": " << words << '\n' << std::flush;
    return found;
  }
  results::ProgramEnd in_tree(std::vector<std::string> words) const {
    words.insert(words.begin(), {"/bin/sh", "-c", R"(cd "$0" && exec "$@")", tree_.path()});
    return results::run_program(std::move(words), results::Captured::output_and_errors);
  }

  Options const& options_;
  std::string suite_, claims_;
  WorkTree tree_;
  double level_;
};

/// The commits from the one after `good` on, along the first parents.
std::vector<std::string> commits_of(std::string const& good, std::string const& bad) {
  auto commits = lines_of(output_of({"git", "rev-list", "--reverse", "--first-parent", good + ".." + bad},
                                    fmt::format("{}..{}: is no range of commits", good, bad)));
  require(!commits.empty(), fmt::format("{}..{}: has no commits", good, bad));
  return commits;
}

/// The number of a commit in (good, bad) that can be looked at, near the middle, and what was found; none where no one
/// can be.
std::optional<std::pair<std::size_t, Found>> look_between(Bisection const& bisection,
                                                          std::vector<std::string> const& commits, std::size_t good,
                                                          std::size_t bad) {
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
  auto const level = real_from("--level", options.level);
  require(level > 0 && level < 1, fmt::format("--level: {} is not in (0, 1)", level));
  read_suite(options.suite);
  auto const prefix = lines_of(output_of({"git", "rev-parse", "--show-prefix"}, "bisect: this is no git repository"));
  auto commits = commits_of(good, bad);
  commits.insert(commits.begin(), lines_of(output_of({"git", "rev-parse", good}, good + ": is no commit")).at(0));
  constexpr double both_ends = 2;
  auto const looks = both_ends + std::ceil(std::log2(static_cast<double>(commits.size())));
  std::cout << fmt::format("commits: {}; at most {} looks, each at level {:.2g}; {:g} together\n", commits.size() - 1,
                           looks, level / looks, level);
  Bisection const bisection{options, (prefix.empty() ? "" : prefix[0]) + options.suite, good, level / looks};
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
