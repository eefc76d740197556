#include "results/audit.hpp"

#include <chrono>

#include <fmt/format.h>

#include "sim/generator_name.hpp"
#include "sim/require.hpp"
#include "verify/game.hpp"
#include "verify/power.hpp"

namespace warner::results {
namespace {

/// The delta that the claim names itself, else the one that the mechanism does, else 0.
double delta_named_by(mechanisms::Guarantee const& claim, mechanisms::Guarantee const& own) {
  for (auto const* guarantee : {&claim, &own})
    if (auto const* approximate = std::get_if<mechanisms::ApproximateDp>(guarantee)) return approximate->delta;
  return 0;
}

}  // namespace

Record audit(Question const& question) {
  auto const start = std::chrono::steady_clock::now();
  auto const& entry = mechanisms::find(question.mechanism);
  auto const instance = mechanisms::make(entry, question.given);
  auto const guarantee = question.claim.value_or(instance.mechanism.guarantee());
  mechanisms::validate(guarantee);

  Record record;
  record.mechanism = entry.name;
  record.parameters = instance.parameters;
  record.pair = question.pair.value_or(instance.pairs.front());
  record.claim = mechanisms::statement_at(guarantee, question.delta.value_or(delta_named_by(guarantee, instance.mechanism.guarantee())));
  record.guarantee = mechanisms::describe(guarantee);
  record.flaw = entry.flaw;
  record.seed = question.options.seed;
  record.generator = sim::generator_name(question.options.generator);

  auto options = question.options;
  options.delta = record.claim.delta;
  record.measurement = verify::measure(instance.mechanism, record.pair, options);
  auto const& measured = record.measurement;
  auto const spent = measured.strategy.share_of(options.delta);
  record.detectable_epsilon = verify::detectable_epsilon(measured.tally, record.claim.epsilon, spent, options.level);
  record.blind_spot = verify::blind_spot(measured.certify_trials, record.claim.epsilon, options.delta, options.level);
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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

Replay replay(Record const& record, sim::Execution const& execution) {
  mechanisms::Given given;
  for (auto const& [name, value] : record.parameters) given[name] = value;
  auto const instance = mechanisms::make(mechanisms::find(record.mechanism), given);
  auto const generator = sim::generator_named("generator", record.generator);
  auto const game = verify::play(instance.mechanism, record.pair, record.measurement.strategy,
                                 {record.seed, generator, {0, record.measurement.certify_trials}, execution});
  return {record.measurement.tally, game.tally};
}

}  // namespace warner::results
