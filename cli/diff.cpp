#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include <fmt/format.h>

#include "cli/number.hpp"
#include "cli/verb.hpp"
#include "results/audit/file.hpp"
#include "results/audit/words.hpp"
#include "results/suite/baseline.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

std::string in_words(results::Estimate const& estimate) {
  return fmt::format("{:.4g} in {}", estimate.value, results::interval(estimate.lower, estimate.upper, 4));
}

/// The two estimates, and what they are made of.
std::string both_in_words(results::Move const& move) {
  auto const before = in_words(move.base_estimate), now = in_words(move.head_estimate);
  auto const& [base, head] = std::pair{move.base.tally, move.head.tally};
  if (move.beyond)
    return fmt::format("errors beyond {:g}: {} of {} releases before, {} of {} now", *move.beyond, before,
                       base.trials(), now, head.trials());
  return fmt::format("epsilon, by its guesses: {} ({} right, {} wrong) before, {} ({} right, {} wrong) now", before,
                     base.right, base.wrong, now, head.right, head.wrong);
}

/// "1.21 times as long [1.19, 1.23], by 53 pairs of fresh processes; up to 1.1 times is no move".
std::string time_in_words(results::Move const& move) {
  auto const& [times, ratio, factor, accepted] = *move.time;
  auto const n = times.pairs.size();
  auto const can_be = std::exp2(-static_cast<double>(n)) < move.level;
  return fmt::format(
      "{:.4g} times as long, in {}, by {} pairs of fresh processes; up to {:g} times is no move{}{}", ratio.median,
      results::interval(ratio.lower, ratio.upper, 4), n, factor,
      can_be ? ""
             : fmt::format("\n  so few pairs can show none at this level: {} can", verify::pairs_needed(move.level)),
      accepted ? "" : "\n  beside a program that is not the one that was accepted");
}

std::string measured_in_words(results::Move const& move) {
  return move.time ? time_in_words(move) : both_in_words(move);
}

std::string in_words(results::Move const& move) {
  using Kind = results::Move::Kind;
  auto const significant = [&](char const* what, double p) {
    return fmt::format("{} (p = {:.2g}, level {:.2g})\n  {}", what, p, move.level, measured_in_words(move));
  };
  switch (move.kind) {
    case Kind::unchanged: return "the same program";
    case Kind::none:
      return fmt::format("no move is significant (p = {:.2g} and {:.2g}, level {:.2g})\n  {}", move.p_worse,
                         move.p_better, move.level, measured_in_words(move));
    case Kind::worse:
      return significant(move.time ? "SLOWER" : move.beyond ? "LESS ACCURATE" : "LEAKS MORE", move.p_worse);
    case Kind::better:
      return significant(move.time ? "faster" : move.beyond ? "more accurate" : "leaks less", move.p_better);
    case Kind::appeared: return "new";
    case Kind::gone: return "is gone";
    case Kind::not_looked_at: return "was not looked at in this version";
    case Kind::asks_otherwise: return "its question is another, and is not compared";
  }
  return "";
}

struct Options {
  std::string base, head, slower = "1.1";
  bool json = false;
};

ExitCode print_moves(Options const& options) {
  auto const base = results::read_as(options.base, results::baseline_from_json),
             head = results::read_as(options.head, results::baseline_from_json);
  auto const factor = real_from("--slower", options.slower);
  require(factor >= 1 && std::isfinite(factor), fmt::format("--slower: {} is below 1", options.slower));
  auto code = ExitCode::not_refuted;
  auto const moves = results::compare(base, head, factor);
  for (auto const& move : moves) {
    if (!options.json) std::cout << move.name << (move.time ? ", time: " : ": ") << in_words(move) << '\n';
    if (move.kind == results::Move::Kind::worse) code = ExitCode::refuted;
  }
  if (options.json) {
    std::cout << results::to_json(moves) << '\n';
    return code;
  }
  auto const timed = std::ranges::any_of(moves, [](auto const& move) { return move.time.has_value(); });
  std::cout << fmt::format(
      "Version {}; level {:g} for all versions together, one head each: a series of programs whose laws{} never change "
      "is said to move with probability {:g} at most, ever.\n",
      head.version, base.level, timed ? " and times" : "", base.level);
  return code;
}

}  // namespace

Verb add_diff(Command& app) {
  auto command = app.add_subcommand("diff",
                                    "Compare two baselines: which mechanisms leak significantly more, err more, or "
                                    "take longer; exit code 1 where one "
                                    "does");
  auto const options = std::make_shared<Options>();
  command.add_option("base", options->base, "What was accepted").required();
  command.add_option("head", options->head, "A later version of it").required();
  command
      .add_option(
          "--slower", options->slower,
          "Of programs that were timed (warner baseline update --beside): from so many times as long on they are "
          "said to be slower")
      .type_name("FACTOR")
      .capture_default_str();
  command.add_flag("--json", options->json, "As JSON (docs/formats/diff.md)");
  command.footer(
      "Examples:\n"
      "  warner diff privacy.baseline.json head.json\n"
      "  warner baseline update --beside v1.0 --out head.json && warner diff privacy.baseline.json head.json --slower "
      "1.2\n"
      "A move is said to be one where it is significant: at a share of one level that all versions, entries and "
      "directions spend together.");
  return {command, [options] { return print_moves(*options); }};
}

}  // namespace warner::cli
