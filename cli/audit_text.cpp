#include "cli/audit_text.hpp"

#include <array>
#include <cmath>
#include <ostream>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/number.hpp"
#include "mechanisms/external/data/json_text.hpp"
#include "results/audit/words.hpp"
#include "verify/scores/rule.hpp"

namespace warner::cli {
namespace {

std::string list_of(mechanisms::Dataset const& dataset) {
  std::string text;
  for (auto const x : dataset) text += fmt::format("{}{}", text.empty() ? "" : ", ", x);
  return "[" + text + "]";
}

/// The two datasets: numbers whole, other data shortened; of a pair that was found what differs, and where it is.
void print_neighbours(results::Record const& record, std::ostream& out) {
  auto const relation = results::in_words(record.pair.relation);
  auto const* external = record.external ? &*record.external : nullptr;
  auto const of_numbers = !external || !record.pair.d.empty() || !record.pair.d_prime.empty();
  auto const made = external && external->beside && !record.pair.label.empty();
  if (made) out << fmt::format("  neighbours          {} ({})\n", record.pair.label, relation);
  else if (!of_numbers && external->datasets)
    out << fmt::format("  neighbours          D = {}, D' = {} ({})\n",
                       mechanisms::external::shortened(external->datasets->d),
                       mechanisms::external::shortened(external->datasets->d_prime), relation);
  else if (!of_numbers && !external->dataset_fingerprints.empty())
    out << fmt::format("  neighbours          two long datasets, of fingerprints {} ({})\n",
                       fmt::join(external->dataset_fingerprints, " and "), relation);
  else
    out << fmt::format("  neighbours          D = {}, D' = {} ({})\n", list_of(record.pair.d),
                       list_of(record.pair.d_prime), relation);
  if (!external) return;
  if (external->sought_among > 0)
    out << fmt::format("                      the most promising of {}{}\n", external->sought_among,
                       external->left_out.empty() ? ""
                                                  : fmt::format("; {} more left out, for the program fails on them",
                                                                external->left_out.size()));
  if (!external->dataset_files.empty())
    out << fmt::format("  datasets            {} (beside the record)\n", fmt::join(external->dataset_files, ", "));
  if (!external->name.empty())
    out << fmt::format("  program             {}{}{}\n", external->name, external->version.empty() ? "" : " ",
                       external->version);
}

std::string in_words(sim::Tally const& tally) {
  return fmt::format("{} right, {} wrong, {} abstained", tally.right, tally.wrong, tally.abstained);
}

/// Whether the rule looks at last bits: bits so low that nobody put them there on purpose.
bool reads_last_bits(verify::Strategy const& strategy) {
  constexpr double on_purpose = -20;  // nobody rounds to steps finer than 2^-20, and then adds
  auto const* bins = std::get_if<verify::Bins>(&strategy.score);
  return bins && bins->feature.kind == verify::Feature::Kind::lowest_bit && !bins->edges.empty() &&
         bins->edges.front() < on_purpose;
}

/// The rounds of a check in which somebody spoke, and how it ended.
void print_rounds(results::Sequential const& sequential, verify::Measurement const& measured, std::ostream& out) {
  auto const& check = sequential.check;
  std::uint64_t before = 0, silent = 0;
  for (std::size_t i = 0; i < check.rounds.size(); ++i) {
    auto const& round = check.rounds[i];
    before += round.game.tally.trials();
    if (round.game.tally.spoke() == 0) silent += round.game.tally.trials();
    else
      out << fmt::format("  round {:<13} {}; wealth {:.4g} after {} trials\n", i + 1, in_words(round.game.tally),
                         std::exp(round.log_wealth), before);
  }
  constexpr std::array ends{"refuted", "the budget was spent", "interrupted"};
  out << fmt::format("  tally               {} of {} trials, {} of them in silent rounds\n", in_words(measured.tally),
                     before, silent);
  out << fmt::format("  stopped             {} (wealth {:.4g}, refuted from {:g} on)\n",
                     ends[static_cast<std::size_t>(check.end)], std::exp(check.log_wealth), 1 / measured.level);
}

/// The claim as it was made, and the statement that stands for it where it is tested at a delta.
std::string claim_of(results::Record const& record) {
  auto const& claim = record.claim;
  auto const at_delta = claim.delta > 0 && !record.claimed_mu && !record.claimed_tradeoff &&
                        !record.guarantee.starts_with("(epsilon, delta)");
  if (!at_delta) return record.guarantee;
  return record.guarantee == mechanisms::describe(mechanisms::PureDp{claim.epsilon})
             ? fmt::format("{}, delta = {:g}", record.guarantee, claim.delta)
             : fmt::format("{}, tested as {}", record.guarantee, mechanisms::describe(claim));
}

/// What is certified in the currencies of what was claimed.
void print_divergences(results::Record const& record, std::ostream& out) {
  auto const confidence = record.sequential ? "with the same confidence" : "with the same confidence, all together";
  if (record.rho_lower_bound)
    out << fmt::format("  rho                 at least {:.6g}, {}\n", *record.rho_lower_bound, confidence);
  for (auto const& [alpha, epsilon] : record.renyi_lower_bounds)
    out << fmt::format("  {:<19} at least {:.6g}, {}\n", fmt::format("Renyi of order {:g}", alpha), epsilon,
                       confidence);
  if (record.claimed_tradeoff && !record.sequential)
    out << "                      tested by the guesses of one strategy, whose divergence bounds that of the "
           "releases from below; `check` tests it whole\n";
}

}  // namespace

void print(results::Record const& record, std::ostream& out) {
  auto const& measured = record.measurement;
  std::string parameters;
  for (auto const& [name, value] : record.parameters)
    parameters += fmt::format("{}{} = {:g}", parameters.empty() ? "" : ", ", name, value);
  out << fmt::format("{}  ({})\n", record.mechanism, parameters);
  if (!record.flaw.empty()) out << fmt::format("  broken on purpose   {}\n", record.flaw);
  print_neighbours(record, out);
  if (!record.lengths.empty() && record.lengths.front() != record.pair.d.size())
    out << fmt::format("  length              {}, chosen among {} (the parameters above are of it)\n",
                       record.pair.d.size(), fmt::join(record.lengths, ", "));
  out << fmt::format("  claim               {}\n", claim_of(record));
  out << fmt::format("  decision            {} at level {:g}\n", record.refuted() ? "REFUTED" : "not refuted",
                     measured.level);
  out << fmt::format("  epsilon             at least {:.6g}, certified with {} confidence{}{}\n",
                     measured.epsilon_lower_bound, confidence(measured.level), record.sequential ? " at all times" : "",
                     measured.delta > 0 ? fmt::format(" at delta = {:g}", measured.delta) : "");
  if (record.claimed_mu)
    out << fmt::format("  mu                  at least {:.6g}, with the same confidence\n",
                       record.sequential->check.mu_lower_bound);
  print_divergences(record, out);
  out << fmt::format("                      estimate {:.6g}, exact value {}\n", measured.epsilon_estimate,
                     measured.epsilon_exact ? fmt::format("{:.6g}", *measured.epsilon_exact) : "not known");
  out << fmt::format("  says D when         {}   (true in {:.4g} of the trials under D)\n",
                     verify::say_d(measured.strategy, measured.columns), measured.probability_d);
  out << fmt::format("  says D' when        {}   (true in {:.4g} of the trials under D')\n",
                     verify::say_d_prime(measured.strategy, measured.columns), measured.probability_d_prime);
  if (measured.strategy.plain)
    out << fmt::format("  in short            {}   (in {:.3g} of the search trials under D, {:.3g} under D')\n",
                       verify::plain_event(measured.strategy, measured.columns), measured.strategy.plain->probability_d,
                       measured.strategy.plain->probability_d_prime);
  if (record.external && reads_last_bits(measured.strategy))
    out << "  last bits           a floating-point sum betrays what was added: release multiples of a fixed "
           "step, or see what is left with --ideal-numbers\n";
  if (record.sequential) print_rounds(*record.sequential, measured, out);
  else
    out << fmt::format("  tally               {} of {} certifying trials, after {} to search\n",
                       in_words(measured.tally), measured.certify_trials, measured.search_trials);
  if (measured.strategy.coin_odds > 1)
    out << fmt::format(
        "  coin                falls {}, so that more is seen of what should be rare (the bound counts it)\n",
        verify::coin_of(measured.strategy));
  out << (std::isinf(record.detectable_epsilon)
              ? "  detectable          no epsilon on this event would have been refuted with probability 0.99: "
                "too few trials\n"
              : fmt::format("  detectable          an epsilon of {:.4g} on this event would have been refuted "
                            "with probability 0.99\n",
                            record.detectable_epsilon));
  out << fmt::format(
      "  blind spot          events rarer than {:.2g} pass unseen; commoner ones may have been overlooked{}\n",
      record.blind_spot, measured.strategy.coin_odds > 1 ? " with a fair coin" : "");
  if (record.timing)
    out << "  timed               one release at a time, in nanoseconds; another run has other durations\n";
  out << fmt::format("  seed                {}  ({:.2f} s)\n", record.seed, record.seconds);
}

}  // namespace warner::cli
