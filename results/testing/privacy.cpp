#include "results/testing/privacy.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/guarantee.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/remembered.hpp"
#include "results/audit/conclusions.hpp"
#include "results/audit/lines.hpp"
#include "results/audit/record.hpp"
#include "results/audit/words.hpp"
#include "sim/require.hpp"
#include "verify/check.hpp"
#include "verify/level.hpp"
#include "verify/scores/rule.hpp"

namespace warner::testing {
namespace {

mechanisms::ApproximateDp statement_of(Terms const& terms) { return {terms.epsilon, terms.delta}; }

/// The record of one check, as far as its words need it.
results::Record checked(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Terms const& terms,
                        double level) {
  verify::CheckOptions options;
  options.claimed_epsilon = terms.epsilon;
  options.delta = terms.delta;
  options.level = level;
  options.budget = terms.trials;
  options.seed = terms.seed;
  options.execution.threads = terms.threads;

  results::Record record;
  record.pair = pair;
  record.claim = statement_of(terms);
  record.measurement.delta = terms.delta;
  record.measurement.level = level;
  record.measurement.columns = mechanism.columns(pair.d);
  record.seed = terms.seed;
  record.sequential = results::Sequential{terms.trials, verify::check(mechanism, pair, options)};
  results::conclude(record, mechanism);
  return record;
}

std::string row(std::string_view label, std::string_view text) { return fmt::format("\n  {:<11} {}", label, text); }

std::string neighbours_of(NamedPair const& named) {
  auto const& pair = named.pair;
  if (!named.words.empty()) return "D = " + named.words;
  auto const label = pair.label.empty() ? "" : pair.label + ": ";
  return fmt::format("{}D = {}, D' = {} ({})", label, words_of(pair.d), words_of(pair.d_prime),
                     results::in_words(pair.relation));
}

/// What gave the datasets away.
std::string witness_of(verify::Measurement const& measured, bool of_function) {
  std::string text;
  auto const& strategy = measured.strategy;
  if (strategy.names_d())
    text +=
        row("witness", fmt::format("says D when {} (true in {} of the trials under D)",
                                   verify::say_d(strategy, measured.columns), results::share(measured.probability_d)));
  if (strategy.names_d_prime())
    text += row("witness", fmt::format("says D' when {} (true in {} of the trials under D')",
                                       verify::say_d_prime(strategy, measured.columns),
                                       results::share(measured.probability_d_prime)));
  if (strategy.plain) text += row("in short", verify::plain_event(strategy, measured.columns));
  if (of_function && results::reads_last_bits(strategy))
    text += row("hint",
                "the last bits of a sum betray what was added; with_ideal_numbers() shows whether anything else leaks");
  return text;
}

std::string words_of_check(results::Record const& record, NamedPair const& named, Terms const& terms,
                           std::size_t pairs) {
  auto const& measured = record.measurement;
  auto const refuted = record.refuted();
  auto text = fmt::format("{} {} at level {:g}{}", claim_of(terms), refuted ? "is refuted" : "is not refuted",
                          terms.level, refuted ? ": a claim that is true fails with this probability at most" : "");
  text += row("claim", claim_of(terms));
  text += row("certified", fmt::format("epsilon at least {}{} with {} confidence at all times",
                                       results::rounded_down(measured.epsilon_lower_bound),
                                       terms.delta > 0 ? fmt::format(" at delta = {:g}", terms.delta) : "",
                                       results::confidence(measured.level)));
  auto const shared = pairs > 1 ? fmt::format(", of one of {} pairs that share the level", pairs) : "";
  text += row("trials", fmt::format("{}{}", measured.certify_trials, shared));
  text += row("neighbours", neighbours_of(named));
  if (refuted) text += witness_of(measured, !named.words.empty());
  else
    text += row("blind spot", fmt::format("an event of probability {:.2g} under one dataset alone may pass unseen",
                                          record.blind_spot));
  return text + row("seed", fmt::format("{}", terms.seed));
}

}  // namespace

std::string claim_of(Terms const& terms) {
  return terms.delta > 0 ? mechanisms::describe(statement_of(terms))
                         : mechanisms::describe(mechanisms::PureDp{terms.epsilon});
}

Verdict judge(mechanisms::AnyMechanism const& mechanism, std::vector<NamedPair> const& pairs, Terms const& terms) {
  require(!pairs.empty(), "pairs: there are none (name two neighbouring datasets, satisfies_dp(..).on(d, d_prime))");
  verify::checked_level("level", terms.level);
  auto const level = terms.level / static_cast<double>(pairs.size());
  Verdict verdict;
  double blind_spot = -1;
  for (auto const& named : pairs) {
    auto const record = checked(mechanism, named.pair, terms, level);
    auto const bound = record.measurement.epsilon_lower_bound;
    verdict.trials += record.measurement.certify_trials;
    verdict.epsilon_lower_bound = std::max(verdict.epsilon_lower_bound, bound);
    verdict.refuted = record.refuted();
    if (verdict.refuted || record.blind_spot > blind_spot) {  // of pairs that are spared, the one that is seen least of
      blind_spot = record.blind_spot;
      verdict.message = words_of_check(record, named, terms, pairs.size());
    }
    if (verdict.refuted) break;
  }
  return verdict;
}

std::uint64_t whole_trials(double trials) {
  require(trials >= 1 && trials <= 0x1p53 && trials == std::floor(trials),
          fmt::format("trials: {} is no whole number from 1 on", trials));
  return static_cast<std::uint64_t>(trials);
}

mechanisms::Pair const& arms() { return mechanisms::external::arms(); }

mechanisms::AnyMechanism remembered(mechanisms::AnyMechanism mechanism) {
  return mechanisms::external::remembered(std::move(mechanism));
}

std::vector<mechanisms::Column> columns_of(std::size_t width, mechanisms::Column::Kind kind) {
  std::vector<mechanisms::Column> columns;
  for (std::size_t j = 0; j < width; ++j)
    columns.push_back({width == 1 ? "release" : fmt::format("release[{}]", j), kind});
  return columns;
}

void require_width(std::size_t width, std::size_t expected) {
  require(width == expected,
          fmt::format("release: it has {} numbers, and another one has {} (a release is equally long "
                      "in every trial, of either dataset)",
                      width, expected));
}

}  // namespace warner::testing
