#include "results/audit/conclusions.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "results/audit/lines.hpp"
#include "verify/bounds/power.hpp"
#include "verify/bounds/rates_refute.hpp"
#include "verify/wealth/anytime_divergences.hpp"
#include "verify/wealth/e_process.hpp"

namespace warner::results {
namespace {

/// What a check has in common with a measurement.
void fill_measurement(Record& record) {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  auto const& check = record.sequential->check;
  auto& measured = record.measurement;
  measured.epsilon_lower_bound = check.epsilon_lower_bound;
  measured.tally = check.tally();
  measured.certify_trials = check.trials();
  measured.strategy = {verify::Bins{{}, {}, {0}}, infinity, -infinity};  // nothing played: silence
  if (auto const* witness = check.witness()) {
    measured.strategy = witness->strategy;
    verify::describe(measured, witness->game);
  }
  measured.epsilon_estimate = check.epsilon_estimate;
}

/// Whether a check would have been refuted by one round of such a tally, of a strategy of so many directions.
verify::Refutes refuted_in_one_round(Record const& record, int directions) {
  auto const e_process = std::make_shared<verify::EProcess const>(tested_claim(record), record.measurement.level);
  auto const whole = record.claimed_mu || record.claimed_tradeoff;
  return [e_process, whole, directions, needed = -std::log(record.measurement.level)](sim::Tally const& tally) {
    verify::SeenRounds seen{{{tally, directions}}, {}};
    if (whole) seen.nested.emplace_back();  // nested bets that win nothing: the lines alone must refute
    return e_process->log_at_claim(seen) >= needed;
  };
}

/// The same of a measurement whose trials may depend on those before them: a check of one round, without nested bets.
verify::Refutes refuted_by_dependent_trials(Record const& record, int directions) {
  auto const e_process = std::make_shared<verify::EProcess const>(tested_claim(record), record.measurement.level);
  return [e_process, directions, needed = -std::log(record.measurement.level)](sim::Tally const& tally) {
    return e_process->log_at_claim({{{tally, directions}}, {}}) >= needed;
  };
}

/// What a measurement tests at once, where it is not one epsilon.
verify::ClaimsOfRates claims_of_rates(Record const& record) {
  return {record.claimed_tradeoff->statements, record.claimed_divergences};
}

/// Whether a measurement would have refuted what it tests at once.
verify::Refutes refuted_by_rates(Record const& record, int directions) {
  return [claims = claims_of_rates(record), directions,
          level = record.measurement.level_of_strategy()](sim::Tally const& tally) {
    return verify::refute(verify::certified_rates(tally, directions, level), claims);
  };
}

void fill_power(Record& record) {
  auto const& measured = record.measurement;
  auto const& claim = record.claim;
  auto const directions = measured.strategy.directions();
  auto const spent = measured.strategy.share_of(claim.delta);
  auto const tests_rates = !record.sequential && !record.timing && record.claimed_tradeoff;
  if (!record.sequential && !record.timing && !tests_rates) {
    auto const level = measured.level_of_strategy();
    record.detectable_epsilon = verify::detectable_epsilon(measured.tally, claim.epsilon, spent, level);
    record.blind_spot = verify::blind_spot(measured.certify_trials, claim.epsilon, claim.delta, level);
    return;
  }
  auto const refutes = record.sequential ? refuted_in_one_round
                       : tests_rates     ? refuted_by_rates
                                         : refuted_by_dependent_trials;
  record.detectable_epsilon.reset();
  if (tests_an_epsilon(record))
    record.detectable_epsilon =
        verify::detectable_epsilon(measured.tally, claim.epsilon, spent, refutes(record, directions));
  record.blind_spot = verify::blind_spot(measured.certify_trials, refutes(record, 1));
}

void fill_divergences(Record& record) {
  auto const& measured = record.measurement;
  auto const directions = std::max(1, measured.strategy.directions());
  verify::RoundTally const round{measured.tally, directions};
  if (record.sequential)
    record.divergences = verify::anytime_divergence_lower_bounds(record.sequential->check.round_tallies(),
                                                                 record.claim.epsilon, measured.level);
  else if (record.timing)
    record.divergences = verify::anytime_divergence_lower_bounds({&round, 1}, record.claim.epsilon, measured.level);
  else
    record.divergences = verify::divergence_lower_bounds(measured.tally, directions, record.claim.epsilon, 2,
                                                         measured.level_of_strategy());
}

/// The decision about divergences, and claims at once, by a tally whose trials were fixed beforehand; their bounds.
void fill_whole(Record& record) {
  auto const& measured = record.measurement;
  auto const& claimed = record.claimed_divergences;
  auto const directions = std::max(1, measured.strategy.directions());
  record.rho_lower_bound.reset();
  record.renyi_lower_bounds.clear();
  auto const fill_number = [&](double bound) {
    if (claimed.rho) record.rho_lower_bound = bound;
    else record.renyi_lower_bounds = {{claimed.renyi.front().alpha, bound}};
  };
  if (record.sequential) {
    if (tested_claim(record).is_a_divergence()) fill_number(record.sequential->check.divergence_lower_bound);
    return;
  }
  if (record.timing) {  // trials may depend on those before them: one round of a check
    verify::EProcess const e_process{tested_claim(record), measured.level};
    verify::SeenRounds const seen{{{measured.tally, directions}}, {}};
    record.refutes_whole = e_process.refutes(seen);
    if (tested_claim(record).is_a_divergence()) fill_number(e_process.divergence_lower_bound(seen));
    return;
  }
  auto const rates = verify::certified_rates(measured.tally, directions, measured.level_of_strategy());
  record.refutes_whole = verify::refute(rates, claims_of_rates(record));
  if (claimed.rho) record.rho_lower_bound = verify::rho_lower_bound(rates);
  for (auto const& one : claimed.renyi)
    record.renyi_lower_bounds.push_back({one.alpha, verify::renyi_lower_bound(rates, one.alpha)});
}

constexpr std::string_view of_mu = "mu = ", as_private = "as private as ";

/// Whether "mu = 0.5 (Gaussian DP)", with the six digits that are written, says the statement.
bool says(std::string const& words, mechanisms::ApproximateDp const& claim) {
  auto mu = -1.0;
  std::from_chars(words.data() + std::min(of_mu.size(), words.size()), words.data() + words.size(), mu);
  if (!(mu >= 0 && std::isfinite(mu)) || mechanisms::describe(mechanisms::GaussianDp{mu}) != words ||
      (claim.delta == 0 && mu > 0))
    return false;
  auto const at = [&](double of_mu) {
    return mechanisms::statement_at(mechanisms::GaussianDp{of_mu}, claim.delta).epsilon;
  };
  return at(mu * (1 - 1e-5)) <= claim.epsilon && claim.epsilon <= at(mu * (1 + 1e-5));
}

/// Whether the recorded claim is what the mechanism itself promises.
bool is_tested(mechanisms::Guarantee const& own, Record const& record) {
  auto const* gaussian = std::get_if<mechanisms::GaussianDp>(&own);
  if (record.claimed_mu) return gaussian && gaussian->mu == *record.claimed_mu;
  if (!record.claimed_divergences.empty()) return false;
  if (record.claimed_tradeoff) return std::holds_alternative<mechanisms::TradeoffDp>(own);
  try {
    return mechanisms::statement_at(own, record.claim.delta).epsilon == record.claim.epsilon;
  } catch (std::invalid_argument const&) {  // it promises nothing at this delta
    return false;
  }
}

}  // namespace

verify::CheckOptions tested_by(Record const& record) {
  return {.claimed_epsilon = record.claim.epsilon,
          .delta = record.claim.delta,
          .claimed_mu = record.claimed_mu,
          .claimed_tradeoff = record.claimed_tradeoff,
          .claimed_divergences = record.claimed_divergences,
          .claimed_with_others = record.claimed_with_others,
          .level = record.measurement.level,
          .budget = record.sequential ? record.sequential->budget : 0,
          .until_width = record.measurement.until_width,
          .timing = record.timing};
}

verify::TestedClaim tested_claim(Record const& record) {
  return {record.claim.epsilon,    record.claim.delta,         record.claimed_mu,
          record.claimed_tradeoff, record.claimed_divergences, record.claimed_with_others};
}

void fill_claim(Record& record, bool sequential) {
  if (auto& statements = record.claimed_tradeoff; !record.claimed_divergences.empty() && !record.claimed_with_others)
    statements = verify::implied_by(record.claimed_divergences);
  if (record.claimed_mu) record.claim = {0, mechanisms::delta_at(mechanisms::GaussianDp{*record.claimed_mu}, 0)};
  if (record.claimed_tradeoff && sequential) record.claim = record.claimed_tradeoff->statements.front();
}

void conclude(Record& record, mechanisms::AnyMechanism const& mechanism) {
  auto& measured = record.measurement;
  measured.delta = record.claim.delta;
  if (record.sequential) fill_measurement(record);
  if (record.external) measured.columns = record.external->columns;
  if (!record.timing && !measured.epsilon_exact)
    measured.epsilon_exact = mechanism.exact_epsilon(record.pair, measured.delta);
  fill_power(record);
  fill_divergences(record);
  if (record.claimed_tradeoff) fill_whole(record);
}

bool is_in_own_words(Record const& record) {
  constexpr std::array<std::string_view, 4> beginnings{as_private,
                                                       "(epsilon, delta) = ", "(alpha, epsilon) = ", "rho = "};
  if (!record.claimed_divergences.empty() && !record.claimed_with_others) return false;
  return record.claimed_tradeoff ||
         std::ranges::any_of(beginnings, [&](auto beginning) { return record.guarantee.starts_with(beginning); });
}

std::string guarantee_of(Record const& record, std::optional<mechanisms::Guarantee> const& own) {
  auto const pure = mechanisms::describe(mechanisms::PureDp{record.claim.epsilon});
  auto const is_own = own && is_tested(*own, record);
  if (is_own && record.guarantee == mechanisms::describe(*own)) return record.guarantee;
  if (record.claimed_mu) return mechanisms::describe(mechanisms::GaussianDp{*record.claimed_mu});
  if (!record.claimed_divergences.empty() && !record.claimed_with_others) return describe(record.claimed_divergences);
  if (record.claimed_tradeoff || record.guarantee.starts_with(as_private)) return record.guarantee;
  if (record.guarantee == pure || (record.guarantee.starts_with(of_mu) && says(record.guarantee, record.claim)))
    return record.guarantee;
  if (is_own) return mechanisms::describe(*own);
  return is_in_own_words(record) ? record.guarantee : pure;
}

}  // namespace warner::results
