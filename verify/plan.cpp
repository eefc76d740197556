#include "verify/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "sim/bisection.hpp"
#include "sim/normal.hpp"
#include "sim/require.hpp"
#include "sim/tally.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/divergence_bounds.hpp"
#include "verify/bounds/power.hpp"
#include "verify/bounds/refutation_power.hpp"
#include "verify/wealth/rounds.hpp"

namespace warner::verify {
namespace {

constexpr std::uint64_t most_trials = std::uint64_t{1} << 50;

void validate(Violation const& asked) {
  require(asked.claimed_epsilon >= 0 && asked.claimed_epsilon <= 50,
          fmt::format("claim: {} is not in [0, 50]", asked.claimed_epsilon));
  require(asked.delta >= 0 && asked.delta < 1, fmt::format("delta: {} is not in [0, 1)", asked.delta));
  require(asked.speaks > asked.delta && asked.speaks <= 1,
          fmt::format("speaks: {} is not in (delta, 1]", asked.speaks));
  require(asked.level > 0 && asked.level < 1, fmt::format("level: {} is not in (0, 1)", asked.level));
}

constexpr double rounding = 1 - 1e-9;

/// Whether epsilon_lower_bound is above the claim, by its defining equation: one tail, where the bound takes many.
struct BoundRefutes {
  double claimed_epsilon, spent, level;
  sim::Tally last{};         // of which the next is known
  double right_allowed = 1;  // Pr[right] at most, under the claim, for so many wrong guesses

  bool operator()(sim::Tally const& tally) {
    auto const odds = std::exp(claimed_epsilon);
    if (spent == 0)
      return tally.right > 0 && binomial_at_least(tally.right, tally.spoke(), odds / (1 + odds)) <= level * rounding;
    if (tally.wrong != last.wrong || tally.trials() != last.trials())
      right_allowed = (spent + odds * clopper_pearson_upper(tally.wrong, tally.trials(), level / 2)) / rounding;
    last = tally;
    return right_allowed < 1 && binomial_at_least(tally.right, tally.trials(), right_allowed) <= level / 2 * rounding;
  }
};

GuessRates rates_of(Violation const& asked) {
  auto const wrong = (asked.speaks - (asked.whole ? 0 : asked.delta)) / (1 + std::exp(asked.violation));
  return {asked.speaks - wrong, wrong};
}

CertifiedRates as_certified(GuessRates const& rates, int directions = 2) {
  auto const share = 2.0 / directions;
  return {std::min(1.0, share * rates.right), std::min(1.0, share * rates.wrong), rates.right, rates.wrong, directions};
}

bool refuted_by(CertifiedRates const& rates, TestedClaim const& claim) {
  for (auto const& statement : claim.tradeoff->statements)
    if (contradicts(rates, statement)) return true;
  for (auto const& [alpha, epsilon] : claim.divergences.renyi)
    if (renyi_lower_bound(rates, alpha) > epsilon) return true;
  return claim.divergences.rho && rho_lower_bound(rates) > *claim.divergences.rho;
}

/// Whether certified rates refute any of several claims: the least Pr[right] that does is sought once for each
/// Pr[wrong].
struct RatesRefute {
  TestedClaim claim;
  double level;
  int directions;
  sim::Tally last{};
  double right_allowed = 1;

  bool operator()(sim::Tally const& tally) {
    if (tally.wrong != last.wrong || tally.trials() != last.trials() || last.trials() == 0) {
      auto const w = clopper_pearson_upper(tally.wrong, tally.trials(), level / 2);
      auto const refuted = [&](double r) { return refuted_by(as_certified({r, w}, directions), claim); };
      right_allowed = w < 1 && refuted(1) ? sim::bisected({w, 1}, refuted, {.relative = 1e-9, .steps = 40}).high : 1;
    }
    last = tally;
    return right_allowed < 1 && binomial_at_least(tally.right, tally.trials(), right_allowed) <= level / 2 * rounding;
  }
};

/// One round of a check of a whole claim, with the best bet on the guesses of the strategy.
Refutes whole_round(Violation const& asked, int directions) {
  auto const e_process = std::make_shared<EProcess const>(*asked.whole, asked.level);
  NestedBets laid;
  auto const rates = rates_of(asked);
  if (auto const best = asked.whole->divergences.empty() || directions == 1
                            ? std::nullopt
                            : best_divergence_bet({{rates.right}, {rates.wrong}, 1 - asked.speaks}, {asked.violation},
                                                  asked.whole->divergences)) {
    laid.bets = {{0, 0, asked.violation, 0}};
    laid.on_divergence = best->bet;
  }
  return [e_process, laid, directions, needed = -std::log(asked.level)](sim::Tally const& tally) {
    auto const counts = laid.bets.empty() ? NestedTally{{}, {}, tally.trials()}
                                          : NestedTally{{tally.right}, {tally.wrong}, tally.abstained};
    return e_process->log_at_claim({{{tally, directions}}, {{laid, counts}}}) >= needed;
  };
}

Refutes rule_of(Procedure procedure, Violation const& asked, int directions) {
  if (asked.whole && procedure == Procedure::check) return whole_round(asked, directions);
  if (asked.whole && asked.whole->tradeoff) return RatesRefute{*asked.whole, asked.level, directions};
  if (procedure == Procedure::measure)
    return BoundRefutes{asked.claimed_epsilon, asked.delta * directions / 2, asked.level};
  return [=, stakes = stakes_for(asked.claimed_epsilon, asked.delta)](sim::Tally const& tally) {
    RoundTally const round{tally, directions};
    return log_wealth({&round, 1}, asked.claimed_epsilon, asked.delta, stakes) >= -std::log(asked.level);
  };
}

PowerBounds power_with(Refutes const& refutes, Violation const& asked, std::uint64_t trials,
                       std::optional<double> power = {}) {
  return refutation_power(refutes, trials, rates_of(asked), power);
}

bool suffices(Refutes const& refutes, Violation const& asked, std::uint64_t trials, double power) {
  return power_with(refutes, asked, trials, power).lower >= power;
}

}  // namespace

double shown_by(TestedClaim const& claim, double odds, double speaks) {
  auto const rates = as_certified(rates_of({.delta = 0, .violation = odds, .speaks = speaks}));
  if (claim.mu) return rates.shows_anything() ? sim::normal_quantile(rates.p) - sim::normal_quantile(rates.q) : 0;
  require(claim.is_a_divergence(), "claim: it is several numbers (a violation is then an epsilon)");
  return claim.divergences.rho ? rho_lower_bound(rates)
                               : renyi_lower_bound(rates, claim.divergences.renyi.front().alpha);
}

double odds_that_show(TestedClaim const& claim, double number, double speaks) {
  auto const shows = [&](double odds) { return shown_by(claim, odds, speaks) >= number; };
  constexpr double most = 35;
  if (!shows(most)) return std::numeric_limits<double>::infinity();
  return sim::bisected({0, most}, shows, {.relative = 1e-9, .steps = 60}).high;
}

double power_of(Procedure procedure, Violation const& asked, std::uint64_t trials) {
  validate(asked);
  return power_with(rule_of(procedure, asked, 2), asked, trials).lower;
}

std::optional<std::uint64_t> trials_needed(Procedure procedure, Violation const& asked, double power) {
  validate(asked);
  require(power > 0 && power < 1, fmt::format("power: {} is not in (0, 1)", power));
  require(asked.whole || asked.violation > asked.claimed_epsilon,
          fmt::format("violation: {} is not above the claim of {}", asked.violation, asked.claimed_epsilon));
  auto const refutes = rule_of(procedure, asked, 2);
  std::uint64_t low = 0, high = 16;
  while (!suffices(refutes, asked, high, power)) {
    if (high >= most_trials) return std::nullopt;
    low = high;
    high *= 2;
  }
  while (high - low > 1 && high - low > high >> 20) {
    auto const middle = low + (high - low) / 2;
    (suffices(refutes, asked, middle, power) ? high : low) = middle;
  }
  return high;
}

double detectable_violation(Procedure procedure, Violation const& asked, std::uint64_t trials, double power) {
  validate(asked);
  auto at = asked;
  auto const exposed = [&, fixed = rule_of(procedure, asked, 2)](double violation) {
    at.violation = violation;
    return suffices(at.whole ? rule_of(procedure, at, 2) : fixed, at, trials, power);
  };
  constexpr double most = 60;
  if (!exposed(most)) return std::numeric_limits<double>::infinity();
  return sim::bisected({asked.whole ? 0 : asked.claimed_epsilon, most}, exposed, {.relative = 1e-6, .steps = 60}).high;
}

double blind_spot_of(Procedure procedure, Violation const& asked, std::uint64_t trials, double power) {
  validate(asked);
  return blind_spot(trials, rule_of(procedure, asked, 1), power);
}

}  // namespace warner::verify
