#include "results/audit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/remembered.hpp"
#include "mechanisms/guarantee.hpp"
#include "mechanisms/lengths.hpp"
#include "mechanisms/pairs_to_try.hpp"
#include "sim/generator_name.hpp"
#include "sim/require.hpp"
#include "verify/anytime_divergences.hpp"
#include "verify/claim_wealth.hpp"
#include "verify/epsilon_lower_bound.hpp"
#include "verify/game.hpp"
#include "verify/power.hpp"
#include "verify/search_pairs.hpp"

namespace warner::results {
namespace {

constexpr std::uint64_t most_on_pairs = std::uint64_t{1} << 24;  // trials

/// The delta that the claim names itself, else the usual one of the mechanism.
double delta_named_by(mechanisms::Guarantee const& claim, mechanisms::Guarantee const& own) {
  auto const names_it = std::holds_alternative<mechanisms::ApproximateDp>(claim) || std::holds_alternative<mechanisms::TradeoffDp>(claim);
  return mechanisms::usual_delta(names_it ? claim : own);
}

/// What is audited, of each length that pairs may have, the first being the default.
mechanisms::OfLengths audited(Question const& question) {
  if (question.outside) {
    auto instance = question.outside->instance;
    // A budget is what a user pays: no release is asked for twice. Timed ones are made one at a time.
    if (!question.options.timing && !question.outside->in_order) instance.mechanism = mechanisms::external::remembered(instance.mechanism);
    return {instance.mechanism, {instance}};
  }
  auto const& entry = mechanisms::find(question.mechanism);
  if (!question.lengths.empty()) return mechanisms::make_of_lengths(entry, question.given, question.lengths);
  auto const instance = mechanisms::make(entry, question.given);
  return {instance.mechanism, {instance}};
}

/// The pair that is audited, with the parameters of its length, and the lengths that competed where there are several.
void choose(Record& record, mechanisms::OfLengths const& subject, mechanisms::Pair const& pair) {
  record.pair = pair;
  record.parameters = subject.instances.front().parameters;
  if (subject.instances.size() == 1) return;
  auto const length_of = [](mechanisms::Instance const& instance) { return std::get<mechanisms::Answers>(instance.domain.value()).n; };
  record.parameters = std::ranges::find(subject.instances, pair.d.size(), length_of)->parameters;
  record.lengths.clear();
  std::ranges::transform(subject.instances, std::back_inserter(record.lengths), length_of);
}

/// The record of a question that was not answered yet, and what it is about.
/// A check tests a trade-off function whole where no delta is named: the record's claim is then its line at epsilon = 0, or its first.
std::pair<Record, mechanisms::OfLengths> asked(Question const& question, bool sequential) {
  auto const* entry = question.outside ? nullptr : &mechanisms::find(question.mechanism);
  auto subject = audited(question);
  auto const own = subject.mechanism.guarantee(), guarantee = question.claim.value_or(own);
  mechanisms::validate(guarantee);

  Record record;
  record.mechanism = entry ? entry->name : question.outside->name;
  if (question.outside) record.external = {question.outside->by, question.outside->fingerprints, question.outside->words, question.outside->files, question.outside->ideal, question.outside->datasets};
  choose(record, subject, question.pair.value_or(subject.instances.front().pairs.front()));
  auto const* gaussian = std::get_if<mechanisms::GaussianDp>(&guarantee);
  if (sequential && gaussian && !question.delta) {
    record.claimed_mu = gaussian->mu;
    record.claim = {0, mechanisms::delta_at(*gaussian, 0)};
  } else if (auto const* tradeoff = std::get_if<mechanisms::TradeoffDp>(&guarantee); sequential && tradeoff && !question.delta) {
    record.claimed_tradeoff = *tradeoff;
    record.claim = tradeoff->statements.front();
  } else {
    record.claim = mechanisms::statement_at(guarantee, question.delta.value_or(delta_named_by(guarantee, own)));
  }
  record.guarantee = mechanisms::describe(guarantee);
  if (entry) record.flaw = entry->flaw;
  record.seed = question.options.seed;
  record.timing = question.options.timing;
  require(!(record.timing && question.search_pairs), "timing: it does not go with a search over pairs (name one)");
  record.generator = sim::generator_name(question.options.generator);
  return {std::move(record), std::move(subject)};
}

/// The pairs that a search chooses from.
mechanisms::PairsToTry sought_among(Question const& question, mechanisms::OfLengths const& subject) {
  if (!question.pairs.empty()) return {question.pairs};
  return question.lengths.empty() || question.lengths_are_usual ? mechanisms::pairs_to_try(subject.instances) : mechanisms::pairs_of_named_lengths(subject.instances);
}

/// Of a check: the most promising pair goes into the record; the trials that it took come off the budget and are returned.
std::uint64_t choose_pair(Record& record, Question const& question, mechanisms::OfLengths const& subject, verify::MeasureOptions& options) {
  if (!question.search_pairs) return 0;
  auto const [pairs, named, variation_of] = sought_among(question, subject);
  auto const trials = pairs.size() > 1 ? std::min(options.budget / 10, most_on_pairs) : 0;
  if (trials == 0) {
    choose(record, subject, pairs.front());
    return 0;
  }
  options.budget -= trials;
  auto quiet = options.execution;
  quiet.on_progress = nullptr;
  auto const found = verify::search_pairs(subject.mechanism, pairs,
                                          {.target = {options.delta, options.level, options.budget}, .trials = trials / 6, .final_trials = trials / 3, .most_trials = trials, .among = {named, variation_of},
                                           .seed = options.seed, .generator = options.generator, .white_box = options.white_box, .low_bits = options.low_bits, .execution = quiet});
  choose(record, subject, pairs[found.pair]);
  return trials;
}

/// What is played: the pair, or, of a mechanism outside the catalogue, its arms.
mechanisms::Pair const& played(Record const& record) { return record.external ? mechanisms::external::arms() : record.pair; }

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

namespace {

/// The threads that a mechanism can be asked from.
sim::Execution execution_of(Question const& question) {
  auto execution = question.options.execution;
  if (question.outside && question.outside->in_order) execution.threads = 1;
  return execution;
}

void finish(Question const& question, Record const& record) {
  if (question.outside && question.outside->finish) question.outside->finish(record.refuted());
}

/// What a check has in common with a measurement.
void fill_measurement(Record& record, verify::CheckOptions const& options) {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  auto const& check = record.sequential->check;
  auto& measured = record.measurement;
  measured.delta = options.delta;
  measured.level = options.level;
  measured.epsilon_lower_bound = check.epsilon_lower_bound;
  measured.tally = check.tally();
  measured.certify_trials = check.trials();
  measured.strategy = {verify::Bins{{}, {}, {0}}, infinity, -infinity};  // nothing played: silence
  if (check.rounds.empty()) return;
  auto const& last = check.rounds.back();
  measured.strategy = last.strategy;
  measured.epsilon_estimate = verify::epsilon_estimate(last.game.tally, last.strategy.share_of(options.delta));
  measured.probability_d = share(last.game.right_d, last.game.trials_d);
  measured.probability_d_prime = share(last.game.right_d_prime, last.game.tally.trials() - last.game.trials_d);
}

}  // namespace

Record audit(Question const& question) {
  auto const start = std::chrono::steady_clock::now();
  auto [record, subject] = asked(question, false);
  auto options = question.options;
  options.execution = execution_of(question);
  options.delta = record.claim.delta;
  options.fair_coin = options.fair_coin || question.outside;  // a program sees how many releases it is asked for, and files have about as many of both datasets
  if (question.search_pairs) {
    auto const [pairs, named, variation_of] = sought_among(question, subject);
    options.among = {named, variation_of};
    record.measurement = verify::measure(subject.mechanism, pairs, options);
    choose(record, subject, pairs[record.measurement.pair]);
  } else {
    record.measurement = verify::measure(subject.mechanism, played(record), options);
  }
  finish(question, record);
  auto const& measured = record.measurement;
  auto const spent = measured.strategy.share_of(options.delta);
  record.detectable_epsilon = verify::detectable_epsilon(measured.tally, record.claim.epsilon, spent, options.level);
  record.blind_spot = verify::blind_spot(measured.certify_trials, record.claim.epsilon, options.delta, options.level);
  record.divergences = verify::divergence_lower_bounds(measured.tally, std::max(1, measured.strategy.directions()), record.claim.epsilon, 2, options.level);
  record.seconds = seconds_since(start);
  return record;
}

Record check(Question const& question) {
  auto const start = std::chrono::steady_clock::now();
  auto [record, subject] = asked(question, true);
  auto asked_for = question.options;
  asked_for.delta = record.claim.delta;
  auto const on_pairs = choose_pair(record, question, subject, asked_for);
  verify::CheckOptions const options{.claimed_epsilon = record.claim.epsilon, .delta = record.claim.delta, .claimed_mu = record.claimed_mu, .claimed_tradeoff = record.claimed_tradeoff,
                                     .level = asked_for.level, .budget = asked_for.budget, .seed = asked_for.seed, .generator = asked_for.generator, .timing = asked_for.timing,
                                     .white_box = asked_for.white_box, .low_bits = asked_for.low_bits, .execution = execution_of(question)};
  record.sequential = Sequential{options.budget, verify::check(subject.mechanism, played(record), options)};
  fill_measurement(record, options);
  finish(question, record);
  record.measurement.search_trials = on_pairs;
  if (!options.timing) record.measurement.epsilon_exact = subject.mechanism.exact_epsilon(played(record), options.delta);

  verify::TestedClaim const claim{options.claimed_epsilon, options.delta, options.claimed_mu, options.claimed_tradeoff};
  verify::ClaimWealth const wealth{claim, options.level};
  auto const refutes = [&](int directions) {
    return [&, directions](sim::Tally const& tally) {
      verify::Evidence seen{{{tally, directions}}, {}};
      if (claim.whole()) seen.layered.emplace_back();  // layers that win nothing: the lines alone must refute
      return wealth.log_at_claim(seen) >= -std::log(options.level);
    };
  };
  auto const& measured = record.measurement;
  auto const spent = measured.strategy.share_of(options.delta);
  record.detectable_epsilon = verify::detectable_epsilon(measured.tally, options.claimed_epsilon, spent, refutes(measured.strategy.directions()));
  record.blind_spot = verify::blind_spot(measured.certify_trials, refutes(1));
  record.divergences = verify::anytime_divergence_lower_bounds(record.sequential->check.evidence(), options.claimed_epsilon, options.level);
  record.seconds = seconds_since(start);
  return record;
}

bool unexpected(Record const& record) {
  if (record.refuted()) {
    auto const& exact = record.measurement.epsilon_exact;
    return record.flaw.empty() && !(exact && *exact > record.claim.epsilon);
  }
  if (record.flaw.empty()) return false;
  for (auto const& entry : mechanisms::registry())
    if (entry.name == record.mechanism) return entry.out_of_reach.empty();
  return true;
}

namespace {

/// A strategy from a file must speak of columns that there are.
void require_fits(verify::Strategy const& strategy, std::size_t width) {
  auto const within = [width](verify::Bins const& bins) {
    auto const reads = verify::columns_read(bins.feature);
    require(reads <= width, fmt::format("strategy: it reads column {} of {} (is this the record of another mechanism?)", reads - 1, width));
  };
  if (auto const* bins = std::get_if<verify::Bins>(&strategy.score)) within(*bins);
  if (auto const* additive = std::get_if<verify::Additive>(&strategy.score)) std::ranges::for_each(additive->coordinates, within);
  auto const* atoms = std::get_if<verify::Atoms>(&strategy.score);
  auto const* conditional = std::get_if<verify::Conditional>(&strategy.score);
  auto const reads = atoms ? atoms->width : conditional ? conditional->symbols.size() : width;
  require(reads == width, fmt::format("strategy: it reads {} columns of {} (is this the record of another mechanism?)", reads, width));
}

}  // namespace

Replay replay(Record const& record, sim::Execution const& execution) {
  require(!record.external, fmt::format("{}: it is not in the catalogue (start it again, or read its files)", record.mechanism));
  mechanisms::Given given;
  for (auto const& [name, value] : record.parameters) given[name] = value;
  return replay(record, mechanisms::make(mechanisms::find(record.mechanism), given).mechanism, execution);
}

Replay replay(Record const& record, mechanisms::external::Outside const& outside, sim::Execution execution) {
  if (outside.in_order) execution.threads = 1;
  auto const result = replay(record, outside.instance.mechanism, execution);
  if (outside.finish) outside.finish(record.refuted());
  return result;
}

Replay replay(Record const& record, mechanisms::AnyMechanism const& mechanism, sim::Execution const& execution) {
  require(!record.timing, "timing: durations do not happen twice (a timed record can not be played again; ask its question anew)");
  auto const generator = sim::generator_named("generator", record.generator);
  sim::Tally replayed{};
  auto const width = mechanism.columns(played(record).d).size();
  auto const play = [&](verify::Strategy const& strategy, sim::Replicates const& range) {
    require_fits(strategy, width);
    replayed += verify::play(mechanism, played(record), strategy, {record.seed, generator, range, execution}).tally;
  };
  if (!record.sequential) play(record.measurement.strategy, {0, record.measurement.certify_trials});
  else
    for (auto const& round : record.sequential->check.rounds)
      for (auto const& look : round.looks) play(round.strategy, look);
  return {record.measurement.tally, replayed};
}

}  // namespace warner::results
