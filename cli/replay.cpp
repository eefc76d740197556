#include <iostream>

#include <fmt/format.h>

#include "cli/external.hpp"
#include "cli/number.hpp"
#include "cli/signals.hpp"
#include "cli/verb.hpp"
#include "results/audit/audit.hpp"
#include "results/audit/conclusions.hpp"
#include "results/audit/contradictions.hpp"
#include "results/audit/file.hpp"
#include "results/audit/words.hpp"
#include "sim/progress.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

struct Options {
  std::string file;
  int threads = 0;
  bool run = false, fresh = false;
  std::string trials = "0", level = "0.05";
  std::optional<std::string> seed;
  ExternalOptions limits;
};

/// A record may come from anywhere: the command that it names is not run unasked.
void require_leave(results::Record const& record, Options const& options) {
  require(!record.external || record.external->kind != "callable",
          fmt::format("{0}: is a function in Python, where it is replayed: "
                      "warner.{1}(warner.Record.load(\"{2}\"), {0})",
                      record.mechanism, options.fresh ? "play_fresh" : "replay", options.file));
  auto const starts = record.external && record.external->kind != "releases";
  require(options.run || !starts,
          fmt::format("{}: replaying this record starts that program, with your rights (--run, if you trust it)",
                      record.mechanism));
}

std::string words(sim::Tally const& tally) {
  auto const coin = tally.coin_odds > 1 ? fmt::format(" (odds of the coin: {})", tally.coin_odds) : "";
  return fmt::format("{} right, {} wrong, {} abstained{}", tally.right, tally.wrong, tally.abstained, coin);
}

/// What no replay can tell.
std::string unchecked(results::Record const& record) {
  std::string text =
      "that each strategy was fixed before its trials, no more shared the level, and nobody picked the seed (ask the "
      "question anew with another); trials.search, lengths, family, what was asked of "
      "the search, earlier_seeds, seconds and provenance";
  if (results::is_in_own_words(record)) text += "; that the guarantee, in words, is the claim";
  return text;
}

/// Plays the record's strategy on releases that nobody has seen, and says what that certifies.
ExitCode play_fresh(results::Record const& record, Options const& options, sim::Execution const& execution) {
  require(!record.external || record.external->kind != "releases",
          "--fresh: recorded releases are those that there are (a program can make others)");
  results::Fresh const fresh{count_from("--trials", options.trials), level_from("--level", options.level),
                             options.seed ? seed_from("--seed", *options.seed) : results::unseen_seed(record)};
  constexpr auto most = std::uint64_t{1} << 53;
  require(!options.seed || fresh.seed < most, fmt::format("--seed: {} is not below 2^53", fresh.seed));
  auto const played =
      record.external ? results::play_fresh(record, outside_of(record, options.file, options.limits, execution, true),
                                            fresh, execution)
                      : results::play_fresh(record, fresh, execution);
  auto const say = [](char const* which, results::Record const& of) {
    std::cout << fmt::format("  {:<9} epsilon at least {} at level {:g}, {}\n", which,
                             results::rounded_down(of.measurement.epsilon_lower_bound), of.measurement.level,
                             words(of.measurement.tally));
  };
  std::cout << fmt::format("{}\n  claim     {}\n", record.mechanism, record.guarantee);
  say("recorded", record);
  say("fresh", played);
  std::cout << fmt::format("  decision  {} on fresh releases alone (seed {}){}\n",
                           played.refuted() ? "REFUTED" : "not refuted", fresh.seed,
                           record.claimed_mu ? "; of mu, its line at epsilon = 0 alone" : "");
  return played.refuted() ? ExitCode::refuted : ExitCode::not_refuted;
}

}  // namespace

Verb add_replay(Command& app) {
  auto command = app.add_subcommand(
      "replay",
      "Play a record's frozen strategy again: the tally must come out the same, and everything else follow from it");
  auto const options = std::make_shared<Options>();
  command.add_option("record", options->file, "A file that `warner measure --out` or --json wrote").required();
  command.add_option("--threads", options->threads, "0: all").type_name("N").in_range(0, 1024);
  command.add_flag("--run", options->run,
                   "The record is of a program or a library: start it again, from the same folder");
  command.add_flag("--fresh", options->fresh,
                   "Play the frozen strategy on fresh releases instead, and certify a bound of its own: for programs "
                   "that can not be seeded, and as evidence that owes nothing to the recorded trials");
  command.add_option("--trials", options->trials, "With --fresh: how many (default: as many as certified)")
      .type_name("N");
  command.add_option("--level", options->level, "With --fresh: of its own statement")
      .type_name("X")
      .capture_default_str();
  command
      .add_option("--seed", options->seed,
                  "With --fresh: names its draws (default: the next that its strategy has not seen)")
      .type_name("N");
  add_limits(command, options->limits);
  command.footer(
      "A program makes the same tally again if it draws all of its randomness from its seed. Recorded releases are "
      "read again, from files that must not have changed.\n"
      "Exit code: that of the record's decision (0 not refuted, 1 refuted); 5 when the tally differs, or a field does "
      "not follow from question and tally.");
  return {command, [options] {
            auto const text = results::read_file(options->file);
            auto const record = results::made_of(options->file, text, results::record_from_json);
            require_leave(record, *options);
            sim::ProgressBar bar{record.mechanism};
            sim::Execution execution{options->threads, [&](std::uint64_t done, std::uint64_t all) { bar(done, all); },
                                     &interruption()};
            if (options->fresh) {
              auto const code = play_fresh(record, *options, execution);
              bar.finish();
              return code;
            }
            require(options->trials == "0" && options->level == "0.05" && !options->seed,
                    "replay: --trials, --level and --seed go with --fresh (a replay plays what was played)");
            auto const replay =
                record.external
                    ? results::replay(record, outside_of(record, options->file, options->limits, execution), execution)
                    : results::replay(record, execution);
            bar.finish();
            std::cout << fmt::format("{}\n  recorded  {}\n  replayed  {}\n  {}\n", record.mechanism,
                                     words(replay.recorded), words(replay.replayed),
                                     replay.same() ? "the same tally" : "NOT the same tally");
            if (!replay.same() && record.external && record.external->kind != "releases")
              std::cout << "  (a program that has changed, or does not draw all of its randomness from its seed, makes "
                           "other releases; its record is none the worse for the latter, and --fresh plays its "
                           "strategy on fresh ones)\n";
            if (!replay.same()) return ExitCode::internal;
            auto const contradictions = results::contradictions(text, replay.follows);
            for (auto const& line : contradictions) std::cout << "  does not follow  " << line << '\n';
            std::cout << "  not checked  " << unchecked(record) << '\n';
            if (!contradictions.empty()) return ExitCode::internal;
            return record.refuted() ? ExitCode::refuted : ExitCode::not_refuted;
          }};
}

}  // namespace warner::cli
