#include "results/audit/lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mechanisms/contract/shown_delta.hpp"
#include "mechanisms/external/data/json_text.hpp"
#include "results/audit/words.hpp"
#include "verify/scores/rule.hpp"
#include "verify/scores/weights.hpp"

namespace warner::results {
namespace {

std::string list_of(mechanisms::Dataset const& dataset) {
  constexpr std::size_t most_characters = 400;
  return mechanisms::external::shortened(fmt::format("[{}]", fmt::join(dataset, ", ")), most_characters);
}

/// The two datasets: a few dozen numbers whole, other data shortened; of a pair that was found what differs, and where
/// it is.
void add_neighbours(Record const& record, std::vector<Line>& lines) {
  auto const relation = in_words(record.pair.relation);
  auto const* external = record.external ? &*record.external : nullptr;
  auto const of_numbers = !external || !record.pair.d.empty() || !record.pair.d_prime.empty();
  auto const made = external && external->beside && !record.pair.label.empty();
  auto const add = [&](std::string const& pair) {
    lines.push_back({"neighbours", fmt::format("{} ({})", pair, relation)});
  };
  if (record.pair_is_unknown())
    lines.push_back({"neighbours", fmt::format("not known (recorded in {})", fmt::join(external->files, ", "))});
  else if (made) add(record.pair.label);
  else if (!of_numbers && external->datasets)
    add(fmt::format("D = {}, D' = {}", mechanisms::external::shortened(external->datasets->d),
                    mechanisms::external::shortened(external->datasets->d_prime)));
  else if (!of_numbers && !external->dataset_fingerprints.empty())
    add(fmt::format("two long datasets, of fingerprints {}", fmt::join(external->dataset_fingerprints, " and ")));
  else add(fmt::format("D = {}, D' = {}", list_of(record.pair.d), list_of(record.pair.d_prime)));
  if (!external) return;
  if (external->sought_among > 0)
    lines.push_back(
        {"", fmt::format("the most promising of {}{}", external->sought_among,
                         external->left_out.empty() ? ""
                                                    : fmt::format("; {} more left out, for the program fails on them",
                                                                  external->left_out.size()))});
  if (!external->dataset_files.empty())
    lines.push_back({"datasets", fmt::format("{} (beside the record)", fmt::join(external->dataset_files, ", "))});
  if (!external->name.empty())
    lines.push_back(
        {"program", fmt::format("{}{}{}", external->name, external->version.empty() ? "" : " ", external->version)});
}

std::string in_words(sim::Tally const& tally) {
  return fmt::format("{} right, {} wrong, {} abstained", tally.right, tally.wrong, tally.abstained);
}

/// The rounds of a check in which somebody spoke, and how it ended.
void add_rounds(Sequential const& sequential, verify::Measurement const& measured, std::vector<Line>& lines) {
  auto const& check = sequential.check;
  std::uint64_t before = 0, silent = 0;
  for (std::size_t i = 0; i < check.rounds.size(); ++i) {
    auto const& round = check.rounds[i];
    before += round.game.tally.trials();
    if (round.game.tally.spoke() == 0) silent += round.game.tally.trials();
    else
      lines.push_back(
          {fmt::format("round {}", i + 1), fmt::format("{}; wealth {:.4g} after {} trials", in_words(round.game.tally),
                                                       std::exp(round.log_wealth), before)});
  }
  constexpr std::array ends{"refuted", "the budget was spent", "interrupted", "the bound is as near as asked for"};
  lines.push_back(
      {"tally", fmt::format("{} of {} trials, {} of them in silent rounds", in_words(measured.tally), before, silent)});
  lines.push_back(
      {"stopped", fmt::format("{} (wealth {:.4g}, refuted from {:g} on)", ends[static_cast<std::size_t>(check.end)],
                              std::exp(check.log_wealth), 1 / measured.level)});
}

/// The claim as it was made, and the statement that stands for it where it is tested at a delta.
std::string claim_of(Record const& record) {
  auto const& claim = record.claim;
  auto const at_delta = claim.delta > 0 && !record.claimed_mu && !record.claimed_tradeoff &&
                        !record.guarantee.starts_with("(epsilon, delta)");
  if (!at_delta) return record.guarantee;
  return record.guarantee == mechanisms::describe(mechanisms::PureDp{claim.epsilon})
             ? fmt::format("{}, delta = {}", record.guarantee, mechanisms::shown_delta(claim.delta))
             : fmt::format("{}, tested as {}", record.guarantee, mechanisms::describe(claim));
}

/// What is certified in the currencies of what was claimed.
void add_divergences(Record const& record, std::vector<Line>& lines) {
  auto const confidence = record.sequential ? "with the same confidence" : "with the same confidence, all together";
  if (record.claimed_mu && record.sequential)
    lines.push_back({"mu", fmt::format("at least {}, with the same confidence",
                                       rounded_down(record.sequential->check.mu_lower_bound))});
  if (record.rho_lower_bound)
    lines.push_back({"rho", fmt::format("at least {}, {}", rounded_down(*record.rho_lower_bound), confidence)});
  for (auto const& [alpha, epsilon] : record.renyi_lower_bounds)
    lines.push_back(
        {fmt::format("Renyi of order {:g}", alpha), fmt::format("at least {}, {}", rounded_down(epsilon), confidence)});
  if (record.claimed_tradeoff && !record.sequential)
    lines.push_back({"",
                     "tested by the guesses of one strategy, whose divergence bounds that of the releases from below; "
                     "`check` tests it whole"});
}

/// How near the bound is to its estimate, where that was asked for.
void add_width(Record const& record, std::vector<Line>& lines) {
  auto const& measured = record.measurement;
  if (!measured.until_width) return;
  auto const width = measured.epsilon_estimate - measured.epsilon_lower_bound;
  auto const is_known = measured.epsilon_estimate > 0;  // 0: it was cut off
  auto const spent = record.sequential && record.sequential->check.end == verify::Check::End::budget_spent;
  auto const reached = is_known && !spent && width <= *measured.until_width;
  lines.push_back(
      {"width", fmt::format("{}; {:g} was asked for{}",
                            is_known ? fmt::format("{:.4g}", width) : "not known, of an estimate of 0",
                            *measured.until_width, reached ? "" : ", and is not reached (a larger --budget may)")});
}

/// The adversary's rule, whole and in short.
void add_rule(Record const& record, std::vector<Line>& lines) {
  auto const& measured = record.measurement;
  lines.push_back(
      {"says D when", fmt::format("{}   (true in {} of the trials under D)",
                                  verify::say_d(measured.strategy, measured.columns), share(measured.probability_d))});
  lines.push_back({"says D' when", fmt::format("{}   (true in {} of the trials under D')",
                                               verify::say_d_prime(measured.strategy, measured.columns),
                                               share(measured.probability_d_prime))});
  if (auto const most = verify::reads_most(measured.strategy.score, measured.columns); !most.empty())
    lines.push_back({"reads most", most});
  if (auto const& plain = measured.strategy.plain)
    lines.push_back({"in short", fmt::format("{}   (in {:.3g} of the search trials under D, {:.3g} under D')",
                                             verify::plain_event(measured.strategy, measured.columns),
                                             plain->probability_d, plain->probability_d_prime)});
  if (record.external && reads_last_bits(measured.strategy))
    lines.push_back({"last bits",
                     "floating-point arithmetic (a sum, a division) betrays what went into it: release multiples of a "
                     "step that no data decide, or see what is left with --ideal-numbers"});
}

/// The epsilon that would have been refuted, or why there is none.
std::string detectable_of(Record const& record) {
  if (record.measurement.tally.spoke() == 0) return "nothing, for no event looked worth a guess";
  if (auto const& detectable = record.detectable_epsilon; detectable && std::isfinite(*detectable))
    return fmt::format("an epsilon of {:.4g} on this event would have been refuted with probability 0.99", *detectable);
  return fmt::format("no epsilon on this event would have been refuted with probability 0.99: too few guesses{}",
                     record.claim.delta > 0 ? " beside those that delta allows" : "");
}

/// What would have been seen, and what would not.
void add_power(Record const& record, std::vector<Line>& lines) {
  if (tests_an_epsilon(record)) lines.push_back({"detectable", detectable_of(record)});
  lines.push_back(
      {"blind spot",
       fmt::format("events rarer than {:.2g} may pass unseen; commoner ones may have been overlooked{}",
                   record.blind_spot, record.measurement.strategy.coin_odds > 1 ? " with a fair coin" : "")});
}

}  // namespace

std::string title(Record const& record) {
  std::string parameters;
  for (auto const& [name, value] : record.parameters)
    parameters += fmt::format("{}{} = {:g}", parameters.empty() ? "" : ", ", name, value);
  return fmt::format("{}  ({})", record.mechanism, parameters);
}

std::vector<Line> lines(Record const& record) {
  auto const& measured = record.measurement;
  std::vector<Line> lines;
  if (!record.flaw.empty()) lines.push_back({"broken on purpose", record.flaw});
  add_neighbours(record, lines);
  if (!record.lengths.empty() && record.lengths.front() != record.pair.d.size())
    lines.push_back({"length", fmt::format("{}, chosen among {} (the parameters above are of it)", record.pair.d.size(),
                                           fmt::join(record.lengths, ", "))});
  lines.push_back({"claim", claim_of(record)});
  lines.push_back(
      {"decision", fmt::format("{} at level {:g}", record.refuted() ? "REFUTED" : "not refuted", measured.level)});
  lines.push_back(
      {"epsilon",
       fmt::format("at least {}, certified with {} confidence{}{}", rounded_down(measured.epsilon_lower_bound),
                   confidence(measured.level), record.sequential ? " at all times" : "",
                   measured.delta > 0 ? " at delta = " + mechanisms::shown_delta(measured.delta) : "")});
  add_divergences(record, lines);
  lines.push_back(
      {"", fmt::format("estimate {:.6g}, exact value {}", measured.epsilon_estimate,
                       measured.epsilon_exact ? fmt::format("{:.6g}", *measured.epsilon_exact) : "not known")});
  add_width(record, lines);
  add_rule(record, lines);
  if (record.sequential) add_rounds(*record.sequential, measured, lines);
  else
    lines.push_back({"tally", fmt::format("{} of {} certifying trials, after {} to search", in_words(measured.tally),
                                          measured.certify_trials, measured.search_trials)});
  if (measured.strategies)
    lines.push_back({"strategies", fmt::format("the best of {}, frozen together and played on the same trials; each "
                                               "has its share of the level, {:.3g}",
                                               *measured.strategies, measured.level_of_strategy())});
  if (measured.strategy.coin_odds > 1)
    lines.push_back({"coin", fmt::format("falls {}, so that more is seen of what should be rare (the bound counts it)",
                                         verify::coin_of(measured.strategy))});
  add_power(record, lines);
  if (record.timing)
    lines.push_back({"timed", "one release at a time, in nanoseconds; another run has other durations"});
  if (record.planned_seconds)
    lines.push_back({"time", fmt::format("{:g} s were asked for; the budget was fixed by pilots of another seed",
                                         *record.planned_seconds)});
  lines.push_back({"seed", fmt::format("{}  ({:.2f} s)", record.seed, record.seconds)});
  return lines;
}

std::string bound_in_words(Record const& record) {
  if (record.claimed_mu && record.sequential)
    return fmt::format("mu is at least {}", rounded_down(record.sequential->check.mu_lower_bound));
  auto const& claimed = record.claimed_divergences;
  if (record.rho_lower_bound && claimed.rho && *record.rho_lower_bound > *claimed.rho)
    return fmt::format("rho is at least {}", rounded_down(*record.rho_lower_bound));
  for (auto const& [alpha, claim] : claimed.renyi)
    for (auto const& [order, epsilon] : record.renyi_lower_bounds)
      if (order == alpha && epsilon > claim)
        return fmt::format("the Renyi divergence of order {:g} is at least {}", order, rounded_down(epsilon));
  if (record.claimed_tradeoff && record.sequential)
    return fmt::format("a wealth of {:.4g} against it, which is refuted from {:g} on",
                       std::exp(record.sequential->check.log_wealth), 1 / record.measurement.level);
  return fmt::format(
      "epsilon is at least {}{}", rounded_down(record.measurement.epsilon_lower_bound),
      record.measurement.delta > 0 ? " at delta = " + mechanisms::shown_delta(record.measurement.delta) : "");
}

bool tests_an_epsilon(Record const& record) { return !record.claimed_mu && !record.claimed_tradeoff; }

BoundAndClaim bound_and_claim(Record const& record) {
  if (record.claimed_mu && record.sequential) return {"mu", record.sequential->check.mu_lower_bound, record.claimed_mu};
  auto const& claimed = record.claimed_divergences;
  auto const alone = !record.claimed_with_others;
  if (alone && record.rho_lower_bound && claimed.rho && claimed.renyi.empty())
    return {"rho", *record.rho_lower_bound, claimed.rho};
  if (alone && !record.renyi_lower_bounds.empty() && claimed.renyi.size() == 1 && !claimed.rho)
    return {fmt::format("Renyi of order {:g}", claimed.renyi.front().alpha), record.renyi_lower_bounds.front().epsilon,
            claimed.renyi.front().epsilon};
  if (record.claimed_tradeoff) return {"epsilon", record.measurement.epsilon_lower_bound, std::nullopt};
  return {"epsilon", record.measurement.epsilon_lower_bound, record.claim.epsilon};
}

bool reads_last_bits(verify::Strategy const& strategy) {
  constexpr double on_purpose = -20;  // nobody rounds to steps finer than 2^-20, and then adds
  auto const* bins = std::get_if<verify::Bins>(&strategy.score);
  return bins && bins->feature.kind == verify::Feature::Kind::lowest_bit && !bins->edges.empty() &&
         bins->edges.front() < on_purpose;
}

std::string text_of(std::vector<Line> const& lines, std::string_view label) {
  auto const found = std::ranges::find(lines, label, &Line::label);
  return found == lines.end() ? "" : found->text;
}

}  // namespace warner::results
