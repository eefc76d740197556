#include "results/audit/audit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mechanisms/catalogue/lengths.hpp"
#include "mechanisms/catalogue/pairs_to_try.hpp"
#include "mechanisms/contract/guarantee.hpp"
#include "mechanisms/contract/signed_zeros.hpp"
#include "mechanisms/contract/tradeoff_dp.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/remembered.hpp"
#include "results/audit/conclusions.hpp"
#include "results/audit/fingerprint.hpp"
#include "results/audit/lines.hpp"
#include "results/audit/sequential_fields.hpp"
#include "results/audit/strategy_fields.hpp"
#include "results/audit/time_budget.hpp"
#include "sim/generator_name.hpp"
#include "sim/reduction.hpp"
#include "sim/require.hpp"
#include "verify/game/game.hpp"
#include "verify/game/playable.hpp"
#include "verify/level.hpp"
#include "verify/search/pairs.hpp"
#include "verify/search/shared_pairs.hpp"

namespace warner::results {
namespace {

constexpr std::uint64_t most_on_pairs = std::uint64_t{1} << 24;  // trials

/// What is audited, of each length that pairs may have, the first being the default.
mechanisms::OfLengths audited(Question const& question, bool sequential) {
  if (question.outside) {
    auto instance = question.outside->instance;
    // A check learns from what it has played: a budget is what a user pays, so no release is asked for twice. Timed
    // ones are made one at a time.
    if (sequential && !question.options.timing && !question.outside->in_order)
      instance.mechanism = mechanisms::external::remembered(instance.mechanism);
    return {instance.mechanism, {instance}};
  }
  auto const& entry = mechanisms::find(question.mechanism);
  if (!question.lengths.empty()) return mechanisms::make_of_lengths(entry, question.values, question.lengths);
  auto const instance = mechanisms::make(entry, question.values);
  return {instance.mechanism, {instance}};
}

/// The pair that is audited, with the parameters of its length, and the lengths that competed where there are several.
void choose(Record& record, mechanisms::OfLengths const& subject, mechanisms::Pair const& pair) {
  record.pair = pair;
  record.parameters = subject.instances.front().parameters;
  if (subject.instances.size() == 1) return;
  auto const length_of = [](mechanisms::Instance const& instance) {
    return std::get<mechanisms::Answers>(instance.domain.value()).n;
  };
  record.parameters = std::ranges::find(subject.instances, pair.d.size(), length_of)->parameters;
  record.lengths.clear();
  std::ranges::transform(subject.instances, std::back_inserter(record.lengths), length_of);
}

/// What a record says of a mechanism outside the catalogue.
External external_of(mechanisms::external::ExternalMechanism const& outside) {
  return {.kind = outside.kind,
          .fingerprints = outside.fingerprints,
          .columns = outside.instance.mechanism.columns(mechanisms::external::arms().d),
          .files = outside.files,
          .schema = outside.schema,
          .crash_is_a_release = outside.crash_is_a_release,
          .ideal = outside.ideal,
          .datasets = outside.datasets,
          .dataset_fingerprints = outside.dataset_fingerprints,
          .name = outside.hello.name,
          .version = outside.hello.version,
          .seeded = outside.hello.seeded,
          .sought_among = outside.sought_among,
          .left_out = outside.left_out,
          .beside = outside.beside,
          .beside_as = outside.beside_as,
          .by_path = outside.by_path};
}

bool names_epsilon(mechanisms::Guarantee const& claim) {
  return std::holds_alternative<mechanisms::PureDp>(claim) || std::holds_alternative<mechanisms::ApproximateDp>(claim);
}

/// What is claimed, an epsilon at its delta.
verify::ClaimsAtOnce claims_of(Question const& question, mechanisms::Guarantee const& first) {
  auto all = question.also;
  all.insert(all.begin(), first);
  for (auto& claim : all)
    if (question.delta.value_or(0) > 0 && std::holds_alternative<mechanisms::PureDp>(claim))
      claim = mechanisms::statement_at(claim, *question.delta);
  return verify::at_once(all);
}

/// Several claims at once, or divergences, are tested whole: the statements are all that was claimed or is implied.
/// A measurement bounds epsilon besides, at the delta of a claimed epsilon, or at one of its own.
void claim_whole(Record& record, Question const& question, verify::ClaimsAtOnce claims, bool sequential) {
  auto const named = std::ranges::find_if(claims.others, names_epsilon);
  require(named != claims.others.end() || !sequential || !question.delta,
          "delta: several claims are tested whole, at no delta (it goes with --claim-epsilon)");
  auto const& renyi = claims.divergences.renyi;
  if (named != claims.others.end()) {
    record.claim = mechanisms::statement_at(*named, mechanisms::usual_delta(*named));
  } else {
    mechanisms::Guarantee const first =
        claims.divergences.rho ? mechanisms::Guarantee{mechanisms::ZeroConcentratedDp{*claims.divergences.rho}}
        : !renyi.empty()       ? mechanisms::Guarantee{renyi.front()}
                               : claims.others.front();
    record.claim = mechanisms::statement_at(first, question.delta.value_or(mechanisms::usual_delta(first)));
  }
  record.claimed_with_others = !claims.others.empty();
  record.claimed_tradeoff = verify::statements_of(claims);
  record.claimed_divergences = std::move(claims.divergences);
  record.guarantee = claims.words;
}

bool is_divergence(mechanisms::Guarantee const& claim) {
  return std::holds_alternative<mechanisms::RenyiDp>(claim) ||
         std::holds_alternative<mechanisms::ZeroConcentratedDp>(claim);
}

/// The pairs and lengths that a question names to choose from.
std::string named_among(Question const& question) {
  std::string among;
  for (auto const& pair : question.pairs)
    among += fmt::format("{} {};", fmt::join(pair.d, ","), fmt::join(pair.d_prime, ","));
  return among + fmt::format("{} {}", fmt::join(question.lengths, ","), question.lengths_are_usual);
}

AskedOfSearch asked_of_search(Question const& question, bool sequential) {
  auto const& options = question.options;
  auto const names_any = !question.pairs.empty() || (!question.lengths.empty() && !question.lengths_are_usual);
  return {.low_bits = options.low_bits,
          .white_box = options.white_box,
          .search_budget = options.search > 0 && !sequential ? std::optional{options.search} : std::nullopt,
          .until_budget = options.until && !sequential ? std::optional{options.until->most} : std::nullopt,
          .among = question.search_pairs && names_any ? fingerprint(named_among(question)) : ""};
}

/// The record of a question that was not answered yet, and what it is about.
/// A check tests a trade-off function whole where no delta is named: the record's claim is then its line at epsilon =
/// 0, or its first.
std::pair<Record, mechanisms::OfLengths> asked(Question const& question, bool sequential) {
  auto const* entry = question.outside ? nullptr : &mechanisms::find(question.mechanism);
  auto subject = audited(question, sequential);
  auto const guarantee = question.claim.value_or(subject.mechanism.guarantee());
  mechanisms::validate(guarantee);

  Record record;
  record.mechanism = entry ? entry->name : question.outside->name;
  if (question.outside) record.external = external_of(*question.outside);
  choose(record, subject, question.pair.value_or(subject.instances.front().pairs.front()));
  auto const* gaussian = std::get_if<mechanisms::GaussianDp>(&guarantee);
  record.guarantee = mechanisms::describe(guarantee);
  if (!question.also.empty() || (is_divergence(guarantee) && !(sequential && question.delta))) {
    claim_whole(record, question, claims_of(question, guarantee), sequential);
  } else if (sequential && gaussian && !question.delta) {
    record.claimed_mu = gaussian->mu;
  } else if (auto const* tradeoff = std::get_if<mechanisms::TradeoffDp>(&guarantee);
             sequential && tradeoff && !question.delta) {
    record.claimed_tradeoff = *tradeoff;
  } else {
    record.claim = mechanisms::statement_at(guarantee, question.delta.value_or(mechanisms::usual_delta(guarantee)));
  }
  fill_claim(record, sequential);
  require(
      !sequential || !question.options.until || tests_an_epsilon(record),
      fmt::format("--until-width: is of the bound on epsilon, and the claim is another one, {} (claim an epsilon, or "
                  "name a delta)",
                  record.guarantee));
  if (entry) record.flaw = entry->flaw;
  record.pair_sought = question.search_pairs;
  record.seed = question.options.seed;
  record.timing = question.options.timing;
  require(!(record.timing && question.search_pairs), "timing: it does not go with a search over pairs (name one)");
  record.generator = sim::generator_name(question.options.generator);
  record.asked = asked_of_search(question, sequential);
  return {std::move(record), std::move(subject)};
}

/// The pairs that a search chooses from.
mechanisms::PairsToTry sought_among(Question const& question, mechanisms::OfLengths const& subject) {
  if (!question.pairs.empty()) return {question.pairs};
  return question.lengths.empty() || question.lengths_are_usual ? mechanisms::pairs_to_try(subject.instances)
                                                                : mechanisms::pairs_of_named_lengths(subject.instances);
}

/// What is known of these pairs before any trial.
verify::AmongPairs what_is_known(mechanisms::PairsToTry const& to_try, Question const& question,
                                 mechanisms::OfLengths const& subject, double epsilon) {
  verify::AmongPairs known{to_try.named, to_try.variation_of, epsilon};
  if (auto const& domain = subject.instances.front().domain; domain && !question.outside)
    known.from_afar = [domain = *domain](mechanisms::Pair const& pair, double times) {
      return mechanisms::from_afar(pair, domain, times);
    };
  return known;
}

/// The most promising pair goes into the record; the trials that it took come off the budget and are returned.
/// @param most: trials.
std::uint64_t choose_pair(Record& record, Question const& question, mechanisms::OfLengths const& subject,
                          verify::MeasureOptions& options, std::uint64_t most) {
  if (!question.search_pairs) return 0;
  auto const to_try = sought_among(question, subject);
  auto const& pairs = to_try.pairs;
  auto const trials = pairs.size() > 1 ? std::min(most, most_on_pairs) : 0;
  if (trials == 0) {
    choose(record, subject, pairs.front());
    return 0;
  }
  auto quiet = options.execution;
  quiet.on_progress = nullptr;
  verify::SearchOptions const how{.target = {options.delta, options.level, options.budget - trials},
                                  .trials = verify::kept_of(trials),
                                  .most_trials = trials,
                                  .among = what_is_known(to_try, question, subject, record.claim.epsilon),
                                  .seed = options.seed,
                                  .generator = options.generator,
                                  .white_box = options.white_box,
                                  .low_bits = options.low_bits,
                                  .execution = quiet};
  // All of the share counts as spent, as planned, though equal looks leave a few trials over.
  auto const [pair, spent] =
      question.outside ? verify::most_promising_pair(subject.mechanism, pairs, how)
                       : verify::ChosenPair{verify::look_for_pair(subject.mechanism, pairs, how).pair, trials};
  options.budget -= std::min(spent, options.budget);
  if (options.until) options.until->most -= std::min(spent, options.until->most);
  choose(record, subject, pairs[pair]);
  return spent;
}

/// What is played: the pair, or, of a mechanism outside the catalogue, its arms.
mechanisms::Pair const& played(Record const& record) {
  return record.external ? mechanisms::external::arms() : record.pair;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

namespace {

/// The threads that a mechanism can be asked from.
sim::Execution execution_of(Question const& question) {
  auto execution = question.options.execution;
  if (question.outside && question.outside->in_order) execution.in_order = true;
  return execution;
}

/// What all draws of an audit follow from, its strategies excepted.
std::string name_of(Question const& question, Record const& asked) {
  auto const& options = question.options;
  return fmt::format("{} {} of {} trials, {} to search{}{}{}{}, level {}, seed {}", digest(asked), asked.mechanism,
                     options.budget, options.search,
                     options.until ? fmt::format(", until {}, {}", options.until->width, options.until->most) : "",
                     options.white_box ? ", white box" : "", options.low_bits ? ", low bits" : "",
                     question.search_pairs ? fmt::format(", pair sought ({})", fingerprint(named_among(question))) : "",
                     options.level, options.seed);
}

/// Only what can be drawn again can be kept, or drawn by several.
void require_repeatable(Question const& question) {
  if (!question.options.execution.keeper) return;
  constexpr std::string_view why = "(do without --journal, shards and mpirun)";
  require(!question.options.timing, fmt::format("--timing: durations do not happen twice {}", why));
  if (!question.outside) return;
  require(question.outside->hello.seeded,
          fmt::format("{}: its randomness does not follow from the seeds, so nobody can go on where it was {}",
                      question.outside->name, why));
  require(!question.outside->in_order,
          fmt::format("{}: its releases are read in order, and not twice {}", question.outside->name, why));
}

void finish(Question const& question, Record& record) {
  if (!question.outside) return;
  if (question.outside->finish) question.outside->finish();
  if (question.outside->notes) record.external->notes = question.outside->notes();
}

}  // namespace

namespace {

constexpr std::uint64_t part_on_pairs = 10;  // of a check's budget

/// There may be many pairs, and what tells them apart may be rare: a quarter of the budget, or up to half of it, where
/// that is needed for a look at each.
std::uint64_t trials_on_outside_pairs(std::uint64_t budget, std::size_t pairs) {
  constexpr std::uint64_t for_a_look = 5000;
  return std::max(budget / 4, std::min(budget / 2, for_a_look * pairs));
}

/// The same question of one pair alone, and the trials that choosing it took. Nothing that is learnt of many datasets
/// goes into the audit of the one pair: it is an audit as if somebody had named it.
std::pair<Question, std::uint64_t> of_one_pair(Question const& question) {
  auto found = question.sought->all();
  auto among = question;
  among.sought.reset();
  among.outside = found.mechanism;
  among.outside->instance.mechanism = mechanisms::external::remembered(found.mechanism.instance.mechanism);
  among.outside->instance.pairs = found.pairs;
  among.pairs = found.pairs;
  among.search_pairs = true;
  auto [record, subject] = asked(among, false);
  auto options = question.options;
  options.delta = record.claim.delta;
  options.execution = execution_of(among);
  auto const trials =
      choose_pair(record, among, subject, options, trials_on_outside_pairs(options.budget, found.pairs.size()));
  auto [mechanism, pair] = question.sought->one(record.pair);
  auto one = question;
  one.sought.reset();
  one.pairs.clear();
  one.search_pairs = false;
  one.options.budget = options.budget;
  one.options.until = options.until;
  one.pair = std::move(pair);
  one.outside = std::move(mechanism);
  one.outside->sought_among = found.pairs.size();
  one.outside->left_out = found.mechanism.left_out;
  return {std::move(one), trials};
}

/// The audit with the budget that so many seconds allow.
Record audit_within(Question const& question, Record (*auditor)(Question const&)) {
  auto const start = std::chrono::steady_clock::now();
  auto one = question;
  one.seconds.reset();
  auto const budget = budget_within(*question.seconds, one, auditor);
  if (one.options.until) one.options.until->most = budget;
  one.options.budget = one.options.until ? std::min(one.options.budget, budget) : budget;
  auto record = auditor(one);
  record.planned_seconds = question.seconds;
  record.seconds = seconds_since(start);
  return record;
}

/// The audit of the most promising pair.
Record audit_of_one_pair(Question const& question, Record (*auditor)(Question const&)) {
  auto const start = std::chrono::steady_clock::now();
  auto const [one, trials] = of_one_pair(question);
  auto record = auditor(one);
  record.measurement.search_trials += trials;
  record.seconds = seconds_since(start);
  return record;
}

}  // namespace

Record audit(Question const& question) {
  if (question.seconds) return audit_within(question, audit);
  if (question.sought) return audit_of_one_pair(question, audit);
  auto const start = std::chrono::steady_clock::now();
  auto [record, subject] = asked(question, false);
  auto options = question.options;
  options.execution = execution_of(question);
  options.delta = record.claim.delta;
  options.claimed_epsilon = record.claim.epsilon;
  require_repeatable(question);
  options.name = name_of(question, record);
  if (options.execution.keeper)
    options.found_by = [name = options.name_of_search(), &options](auto const& search) {
      return found_from(sim::kept_text(
          name, [&] { return written(search()); }, options.execution));
    };
  if (!record.claimed_with_others) options.towards = verify::implied_by_a_quarter(record.claimed_divergences);
  options.fair_coin =
      options.fair_coin ||
      question
          .outside;  // a program sees how many releases it is asked for, and files have about as many of both datasets
  if (question.search_pairs) {
    auto const to_try = sought_among(question, subject);
    options.among = what_is_known(to_try, question, subject, record.claim.epsilon);
    record.measurement = verify::measure(subject.mechanism, to_try.pairs, options);
    choose(record, subject, to_try.pairs[record.measurement.pair]);
  } else {
    record.measurement = verify::measure(subject.mechanism, played(record), options);
  }
  conclude(record, subject.mechanism);
  finish(question, record);
  record.seconds = seconds_since(start);
  return record;
}

Record check(Question const& question) {
  if (question.seconds) return audit_within(question, check);
  if (question.sought) return audit_of_one_pair(question, check);
  auto const start = std::chrono::steady_clock::now();
  auto [record, subject] = asked(question, true);
  auto asked_for = question.options;
  asked_for.delta = record.claim.delta;
  auto const on_pairs = choose_pair(record, question, subject, asked_for, asked_for.budget / part_on_pairs);
  record.measurement.level = asked_for.level;
  if (asked_for.until) record.measurement.until_width = asked_for.until->width;
  auto options = tested_by(record);
  options.budget = asked_for.until ? asked_for.until->most : asked_for.budget;
  options.until_width = record.measurement.until_width;
  options.seed = asked_for.seed;
  options.generator = asked_for.generator;
  options.white_box = asked_for.white_box;
  options.low_bits = asked_for.low_bits;
  options.execution = execution_of(question);
  options.on_look = question.on_look;
  require_repeatable(question);
  if (options.execution.keeper)
    options.name_of = [name = name_of(question, record)](verify::Round const& round) {
      return fmt::format("{}, strategy {:016x}", name, fingerprint_of(round));
    };
  record.sequential = Sequential{options.budget, verify::check(subject.mechanism, played(record), options)};
  record.measurement.search_trials = on_pairs;
  conclude(record, subject.mechanism);
  finish(question, record);
  record.seconds = seconds_since(start);
  return record;
}

namespace {

/// The entry of the catalogue that a record is of; null where it is of none.
mechanisms::Entry const* entry_of(Record const& record) {
  if (record.external) return nullptr;
  auto const& entries = mechanisms::registry();
  auto const found = std::ranges::find(entries, record.mechanism, &mechanisms::Entry::name);
  return found == entries.end() ? nullptr : &*found;
}

/// The mechanism of the catalogue that a record is of.
mechanisms::Instance made_again(Record const& record) {
  require(!record.external,
          fmt::format("{}: it is not in the catalogue (start it again, or read its files)", record.mechanism));
  mechanisms::ParameterValues values;
  for (auto const& [name, value] : record.parameters) values[name] = value;
  return mechanisms::make(mechanisms::find(record.mechanism), values);
}

/// What was claimed beside the one statement of a record.
std::vector<mechanisms::ApproximateDp> further_statements(Record const& record) {
  if (record.claimed_tradeoff) return record.claimed_tradeoff->statements;
  std::vector<mechanisms::ApproximateDp> statements;
  for (auto delta = 0.1; record.claimed_mu && delta > 1e-10; delta /= 10)
    statements.push_back(mechanisms::statement_at(mechanisms::GaussianDp{*record.claimed_mu}, delta));
  return statements;
}

/// Whether an exact value contradicts a claimed epsilon, and not by rounding alone.
bool contradicts(std::optional<double> const& exact, double claimed) {
  constexpr double rounding = 1e-9;
  return exact && *exact > claimed * (1 + rounding);
}

/// Whether exact values contradict what was claimed.
bool is_known_false(Record const& record) {
  if (contradicts(record.measurement.epsilon_exact, record.claim.epsilon)) return true;
  auto const statements = further_statements(record);
  if (statements.empty() || !entry_of(record)) return false;
  auto const mechanism = made_again(record).mechanism;
  return std::ranges::any_of(statements, [&](mechanisms::ApproximateDp const& one) {
    return contradicts(mechanism.exact_epsilon(record.pair, one.delta), one.epsilon);
  });
}

}  // namespace

bool unexpected(Record const& record) {
  if (record.refuted()) return record.flaw.empty() && !is_known_false(record);
  if (record.flaw.empty()) return false;
  auto const* entry = entry_of(record);
  return !entry || entry->out_of_reach.empty();
}

namespace {

void require_fits(verify::Feature const& feature, std::size_t width) {
  auto const reads = verify::columns_read(feature);
  require(
      reads > 0 && reads <= width,
      fmt::format("strategy: it reads column {} of {} (is this the record of another mechanism?)", reads - 1, width));
}

/// A strategy from a file must speak of columns that there are.
void require_fits(verify::Strategy const& strategy, mechanisms::AnyMechanism const& mechanism, std::size_t width) {
  auto const within = [width](verify::Bins const& bins) { require_fits(bins.feature, width); };
  require(
      !std::holds_alternative<verify::Likelihood>(strategy.score) || mechanism.has_density(),
      "strategy: it reads a density that the mechanism does not declare (is this the record of another mechanism?)");
  if (auto const* bins = std::get_if<verify::Bins>(&strategy.score)) within(*bins);
  if (auto const* additive = std::get_if<verify::Additive>(&strategy.score))
    std::ranges::for_each(additive->coordinates, within);
  if (auto const* trees = std::get_if<verify::Trees>(&strategy.score))
    for (auto const& feature : trees->features) require_fits(feature, width);
  auto const* atoms = std::get_if<verify::Atoms>(&strategy.score);
  auto const* rows = std::get_if<verify::SumOverRows>(&strategy.score);
  auto const reads = atoms ? atoms->width : rows ? rows->shape.columns_read() : width;
  require(reads == width,
          fmt::format("strategy: it reads {} columns of {} (is this the record of another mechanism?)", reads, width));
}

}  // namespace

namespace {

/// The pair as mechanisms of the catalogue get it.
Record as_catalogued(Record record) {
  record.pair = mechanisms::without_signed_zeros(std::move(record.pair));
  return record;
}

}  // namespace

Replay replay(Record const& record, sim::Execution const& execution) {
  auto const instance = made_again(record);
  auto const& entry = mechanisms::find(record.mechanism);
  auto result = replay(as_catalogued(record), instance.mechanism, execution);
  result.follows.mechanism = entry.name;
  result.follows.parameters = instance.parameters;
  result.follows.flaw = entry.flaw;
  result.follows.guarantee = guarantee_of(record, instance.mechanism.guarantee());
  return result;
}

Replay replay(Record const& record, mechanisms::external::ExternalMechanism const& outside, sim::Execution execution) {
  if (outside.in_order) execution.in_order = true;
  auto const& mechanism = outside.instance.mechanism;  // the bets of a round are laid on the releases of its strategy
  auto result =
      replay(record, record.sequential && !outside.in_order ? mechanisms::external::remembered(mechanism) : mechanism,
             execution);
  if (outside.finish) outside.finish();
  result.follows.parameters = outside.instance.parameters;
  result.follows.external->columns = mechanism.columns(mechanisms::external::arms().d);
  result.follows.flaw.clear();
  return result;
}

Replay replay(Record const& record, mechanisms::AnyMechanism const& mechanism, sim::Execution const& execution) {
  require(!record.timing,
          "timing: durations do not happen twice (a timed record can not be played again; ask its question anew)");
  auto const generator = sim::generator_named("generator", record.generator);
  auto const width = verify::width_of(mechanism, played(record));
  auto const game_of = [&](sim::Replicates const& range) {
    return verify::GameOptions{record.seed, generator, range, execution};
  };
  Record follows = record;
  if (auto& claimed = follows.claimed_tradeoff) *claimed = mechanisms::all_at_once(claimed->statements, claimed->words);
  fill_claim(follows, follows.sequential.has_value());
  follows.guarantee = guarantee_of(record, std::nullopt);
  follows.measurement.delta = follows.claim.delta;
  follows.measurement.epsilon_exact.reset();
  if (!record.sequential) {
    require_fits(record.measurement.strategy, mechanism, width);
    verify::conclude(follows.measurement, verify::play(mechanism, played(record), record.measurement.strategy,
                                                       game_of({0, record.measurement.certify_trials})));
  } else {
    std::vector<sim::Replicates> looks;
    for (auto& round : follows.sequential->check.rounds) {
      require_fits(round.strategy, mechanism, width);
      if (!round.nested.laid.bets.empty()) require_fits(round.nested.laid.feature, width);
      round = {.strategy = round.strategy, .looks = {}, .game = {}, .nested = {round.nested.laid, {}}};
    }
    for (std::size_t k = 0; k < follows.sequential->check.rounds.size(); ++k)
      for (auto const& look : record.sequential->check.rounds[k].looks) {
        looks.push_back(verify::next_look(looks, look.count()));
        verify::play_look(follows.sequential->check.rounds[k], mechanism, played(record), game_of(looks.back()));
      }
    verify::conclude(follows.sequential->check, tested_by(follows));
  }
  conclude(follows, mechanism);
  return {record.measurement.tally, follows.measurement.tally, std::move(follows)};
}

namespace {

void require_unseen(Record const& record, std::uint64_t seed) {
  require(!record.has_seen(seed),
          fmt::format("--seed: {} is that of {} (fresh releases need another)", seed,
                      seed == record.seed ? "the record" : "releases that its strategy has seen before"));
}

verify::Game played_part(Record const& record, mechanisms::AnyMechanism const& mechanism, std::uint64_t seed,
                         sim::Replicates const& range, sim::Execution const& execution) {
  require(!record.timing, "timing: durations can not be played by a frozen strategy (ask the question anew)");
  require_unseen(record, seed);
  require_fits(record.measurement.strategy, mechanism, verify::width_of(mechanism, played(record)));
  auto const generator = sim::generator_named("generator", record.generator);
  return verify::play(mechanism, played(record), record.measurement.strategy, {seed, generator, range, execution});
}

/// What a record says of its strategy once that was played on so many fresh trials.
Record concluded(Record record, mechanisms::AnyMechanism const& mechanism, verify::Game const& game,
                 Fresh const& fresh) {
  verify::checked_level("--level", fresh.level);
  require(game.tally.trials() == fresh.trials,
          fmt::format("trials: the parts have {} (and {} were asked for)", game.tally.trials(), fresh.trials));
  require_unseen(record, fresh.seed);
  record.earlier_seeds.push_back(record.seed);
  record.asked = {};
  record.seed = fresh.seed;
  record.provenance = provenance();
  record.seconds = 0;
  record.planned_seconds.reset();
  record.family.reset();
  record.sequential.reset();
  fill_claim(record, false);
  record.measurement = {.delta = record.claim.delta,
                        .level = fresh.level,
                        .certify_trials = fresh.trials,
                        .strategy = std::move(record.measurement.strategy)};
  verify::conclude(record.measurement, game);
  conclude(record, mechanism);
  return record;
}

Record played_fresh(Record const& record, mechanisms::AnyMechanism const& mechanism, Fresh fresh,
                    sim::Execution const& execution) {
  verify::checked_level("--level", fresh.level);
  if (fresh.trials == 0) fresh.trials = record.measurement.tally.trials();
  auto const start = std::chrono::steady_clock::now();
  auto const game = played_part(record, mechanism, fresh.seed, {0, fresh.trials}, execution);
  auto played = concluded(record, mechanism, game, fresh);
  played.seconds = seconds_since(start);
  return played;
}

}  // namespace

std::uint64_t unseen_seed(Record const& record) {
  constexpr auto above_all = std::uint64_t{1} << 53;  // which JSON's numbers keep
  auto seed = record.seed;
  do seed = (seed + 1) % above_all;
  while (record.has_seen(seed));
  return seed;
}

Record play_fresh(Record const& record, Fresh const& fresh, sim::Execution const& execution) {
  return played_fresh(as_catalogued(record), made_again(record).mechanism, fresh, execution);
}

Record play_fresh(Record const& record, mechanisms::external::ExternalMechanism const& outside, Fresh const& fresh,
                  sim::Execution const& execution) {
  auto played = played_fresh(record, outside.instance.mechanism, fresh, execution);
  if (outside.finish) outside.finish();
  return played;
}

verify::Game play_part(Record const& record, std::uint64_t seed, sim::Replicates const& range,
                       sim::Execution const& execution) {
  return played_part(as_catalogued(record), made_again(record).mechanism, seed, range, execution);
}

verify::Game play_part(Record const& record, mechanisms::external::ExternalMechanism const& outside, std::uint64_t seed,
                       sim::Replicates const& range, sim::Execution const& execution) {
  auto const game = played_part(record, outside.instance.mechanism, seed, range, execution);
  if (outside.finish) outside.finish();
  return game;
}

Record conclude_parts(Record const& record, verify::Game const& all, Fresh const& fresh) {
  return concluded(as_catalogued(record), made_again(record).mechanism, all, fresh);
}

Record conclude_parts(Record const& record, mechanisms::external::ExternalMechanism const& outside,
                      verify::Game const& all, Fresh const& fresh) {
  return concluded(record, outside.instance.mechanism, all, fresh);
}

}  // namespace warner::results
