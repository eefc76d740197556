#include "cli/timed_beside.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/program_fingerprint.hpp"
#include "cli/program_folder.hpp"
#include "cli/signals.hpp"
#include "cli/suite_plan.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "results/figures/drawing/child_process.hpp"
#include "sim/address.hpp"
#include "sim/driver.hpp"
#include "sim/require.hpp"
#include "verify/game/turns.hpp"

namespace warner::cli {
namespace {

namespace fs = std::filesystem;

/// Starts a program whose pieces are of so many releases.
using Program = std::function<verify::Start(std::uint64_t releases)>;

/// The current folder is another one for a while: programs start in it.
class In {
 public:
  explicit In(fs::path const& folder) : before_{fs::current_path()} { fs::current_path(folder); }
  ~In() {
    std::error_code error;
    fs::current_path(before_, error);
  }
  In(In const&) = delete;
  In& operator=(In const&) = delete;

 private:
  fs::path before_;
};

/// The program that an entry names in a folder.
Program program_in(fs::path const& folder, Case const& of, Suite const& suite) {
  In const there{folder};
  auto const planned = std::make_shared<PlannedCase>(plan_case(of, suite, 1, nullptr));
  if (!planned->problem.empty())
    throw mechanisms::external::ProgramFailed{fmt::format("{}: in {}: {}", of.name, folder.string(), planned->problem)};
  auto const anew =
      (planned->utility_question ? planned->utility_question->outside.value() : outside_in(planned->question)).anew;
  return [folder, planned, anew](std::uint64_t releases) -> verify::Start {
    return [=] {
      auto const respondent = anew();
      return [=](std::uint64_t piece) {
        if (interruption()) throw sim::Interrupted{};
        In const its_folder{folder};
        for (std::uint64_t done = 0; done < releases; done += sim::block_size)
          respondent->ask(0, std::min(releases - done, sim::block_size), piece, [](std::size_t, std::string_view) {});
        respondent->tried_out();  // from now on it is asked as in an audit
      };
    };
  };
}

std::string said_by(std::vector<std::string> words) {
  auto const name = words.front();
  auto const ended = results::run_program(std::move(words), results::Captured::output);
  if (interruption()) throw sim::Interrupted{};
  if (ended.start_error != 0 || ended.exit_code < 0 || ended.exit_code > 1)
    throw mechanisms::external::ProgramFailed{
        fmt::format("{}: it does not audit this (exit code {})", name, ended.exit_code)};
  return ended.said;
}

/// A Warner that audits a mechanism of its catalogue: a process for each piece.
Program auditing(std::string const& warner, Case const& of) {
  std::vector<std::string> words{warner, of.verb == "check" ? "measure" : of.verb};
  words.insert(words.end(), of.words.begin(), of.words.end());
  return [words](std::uint64_t trials) -> verify::Start {
    return [words, trials] {
      return [words, trials](std::uint64_t piece) {
        auto asked = words;
        asked.insert(asked.end(), {"--budget", fmt::format("{}", trials), "--seed", fmt::format("{}", piece + 1),
                                   "--threads", "1", "--json"});
        said_by(std::move(asked));
      };
    };
  };
}

/// What a Warner says that it is: its version and commit.
std::pair<std::string, std::string> provenance_of(std::string const& warner) {
  auto const said = said_by({warner, "measure", "laplace", "--budget", "1e4", "--json"});
  auto const record = nlohmann::json::parse(said, nullptr, false);
  require(record.is_object() && record.contains("provenance"), fmt::format("{}: is no Warner", warner));
  auto const& of = record["provenance"];
  return {of.value("version", ""), of.value("commit", "")};
}

/// The least of a few times: what else the machine does makes none shorter.
std::uint64_t least_time(verify::Work const& does) {
  constexpr std::uint64_t few = 3;
  does(0);
  auto least = std::numeric_limits<std::uint64_t>::max();
  for (std::uint64_t piece = 1; piece <= few; ++piece) {
    auto const start = verify::nanoseconds_now();
    does(piece);
    least = std::min(least, verify::nanoseconds_now() - start);
  }
  return least;
}

/// The least work, of powers of two, that takes either long enough by the clock; less where one takes very long.
std::uint64_t enough_work(Program const& base, Program const& head, std::uint64_t least, std::uint64_t nanoseconds) {
  constexpr std::uint64_t too_long = 10, most = std::uint64_t{1} << 40;
  auto work = least;
  for (; work < most; work *= 2) {
    auto const of_base = least_time(base(work)()), of_head = least_time(head(work)());
    if (std::min(of_base, of_head) >= nanoseconds || std::max(of_base, of_head) >= too_long * nanoseconds) break;
  }
  return work;
}

}  // namespace

std::optional<results::Times> timed_beside(Case const& of, Suite const& suite, Older const& older, std::uint64_t pairs,
                                           std::uint64_t seed, std::function<void(std::uint64_t pair)> const& on_pair) {
  constexpr std::uint64_t of_releases = 5'000'000, of_audits = 30'000'000, least_trials = 16'384;
  auto const outside = std::ranges::any_of(of.words, [](auto const& w) { return w == "--exec" || w == "--plugin"; });
  if (!outside && older.warner.empty()) return std::nullopt;
  results::Times times{.head = program_fingerprint(of)};
  if (outside) {
    In const there{older.folder};
    times.base = program_fingerprint(of);
  } else {
    auto const [version, commit] = provenance_of(older.warner);
    times.base = program_fingerprint(of, version, commit);
  }
  if (times.base == times.head) return std::nullopt;
  auto const base = outside ? program_in(older.folder, of, suite) : auditing(older.warner, of);
  auto const head = outside ? program_in(fs::current_path(), of, suite) : auditing(own_program().string(), of);
  times.releases = enough_work(base, head, outside ? 1 : least_trials, outside ? of_releases : of_audits);
  auto const start_base = [&, begun = std::uint64_t{0}, start = base(times.releases)]() mutable {
    on_pair(begun++);
    return start();
  };
  times.pairs = verify::times_in_turns(start_base, head(times.releases), pairs, seed);
  return times;
}

}  // namespace warner::cli
