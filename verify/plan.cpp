#include "verify/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "sim/bisection.hpp"
#include "sim/normal.hpp"
#include "sim/require.hpp"
#include "sim/tally.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/divergence_bounds.hpp"
#include "verify/bounds/power.hpp"
#include "verify/bounds/rates_refute.hpp"
#include "verify/bounds/refutation_power.hpp"
#include "verify/check.hpp"
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

/// As if they were certified, of a strategy that speaks in both directions.
CertifiedRates as_certified(GuessRates const& rates) { return {rates.right, rates.wrong, rates.right, rates.wrong, 2}; }

constexpr std::uint64_t to_learn_and_to_play = 2;  // trials, for one that counts (budget_to_learn_in)

/// What the wealth of those who wait for the third round, or later, may come to: nobody counts on it.
constexpr double waits = 0.25;

/// The logarithm that the wealth must reach in so many rounds, one or two.
double needed(Procedure procedure, double level) {
  return -std::log(level) + (procedure == Procedure::check ? std::log1p(waits * level) : 0);
}

/// The rounds of a check: one, or the silent one and all later ones, of the same strategy.
std::vector<RoundTally> rounds_of(Procedure procedure, RoundTally const& played) {
  if (procedure == Procedure::one_round) return {played};
  return {{{0, 0, silent_trials}, 0}, played};
}

/// Trials that a strategy plays which was known from the start, or after the silent round.
std::uint64_t played_of(Procedure procedure, std::uint64_t trials) {
  return procedure == Procedure::check ? trials - std::min(trials, silent_trials) : trials;
}

/// A check of a whole claim, with the best bet on the guesses of the strategy.
Refutes whole_rule(Procedure procedure, Violation const& asked, int directions) {
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
  return [e_process, laid, procedure, directions, reached = needed(procedure, asked.level)](sim::Tally const& tally) {
    auto const counts = laid.bets.empty() ? NestedTally{{}, {}, tally.trials()}
                                          : NestedTally{{tally.right}, {tally.wrong}, tally.abstained};
    SeenRounds seen{rounds_of(procedure, {tally, directions}), {}};
    if (procedure == Procedure::check) seen.nested.push_back({{}, {{}, {}, silent_trials}});
    seen.nested.push_back({laid, counts});
    return e_process->log_at_claim(seen) >= reached;
  };
}

Refutes rule_of(Procedure procedure, Violation const& asked, int directions) {
  if (asked.whole && procedure != Procedure::measure) return whole_rule(procedure, asked, directions);
  if (asked.whole && asked.whole->tradeoff)
    return RatesRefute{{asked.whole->tradeoff->statements, asked.whole->divergences}, asked.level, directions};
  if (procedure == Procedure::measure)
    return BoundRefutes{asked.claimed_epsilon, asked.delta * directions / 2, asked.level};
  return [=, stakes = stakes_for(asked.claimed_epsilon, asked.delta),
          reached = needed(procedure, asked.level)](sim::Tally const& tally) {
    return log_wealth(rounds_of(procedure, {tally, directions}), asked.claimed_epsilon, asked.delta, stakes) >= reached;
  };
}

/// @param trials: that the strategy plays.
bool suffices(Refutes const& refutes, Violation const& asked, std::uint64_t trials, double power) {
  return refutation_power(refutes, trials, rates_of(asked), power).lower >= power;
}

/// x ln(x / y), 0 at 0; y may be as small as numbers are.
double relative(double x, double y) { return x > 0 ? x * (std::log(x) - std::log(y)) : 0; }

/// Whether no test of so many trials has this power: her guesses hardly differ from some that the claim allows.
/// n times their divergence is at least that of coins of the power and the level (data processing).
bool tells_too_little(Violation const& asked, double trials, double power) {
  if (asked.whole || !(power > asked.level)) return false;
  auto const truly = rates_of(asked);
  auto claimed = asked;
  claimed.violation = asked.claimed_epsilon;
  auto const allowed = rates_of(claimed);
  auto const divergence = relative(truly.right, allowed.right) + relative(truly.wrong, allowed.wrong);
  return trials * divergence < relative(power, asked.level) + relative(1 - power, 1 - asked.level);
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
  return refutation_power(rule_of(procedure, asked, 2), played_of(procedure, trials), rates_of(asked)).lower;
}

std::optional<std::uint64_t> trials_needed(Procedure procedure, Violation const& asked, double power) {
  validate(asked);
  require(power > 0 && power < 1, fmt::format("power: {} is not in (0, 1)", power));
  require(asked.whole || asked.violation > asked.claimed_epsilon,
          fmt::format("violation: {} is not above the claim of {}", asked.violation, asked.claimed_epsilon));
  if (tells_too_little(asked, static_cast<double>(most_trials), power)) return std::nullopt;
  auto const refutes = rule_of(procedure, asked, 2);
  std::uint64_t low = 0, high = 16;  // that the strategy plays
  while (!suffices(refutes, asked, high, power)) {
    if (high >= most_trials) return std::nullopt;
    low = high;
    high *= 2;
  }
  while (high - low > 1 && high - low > high >> 20) {
    auto const middle = low + (high - low) / 2;
    (suffices(refutes, asked, middle, power) ? high : low) = middle;
  }
  return high + (procedure == Procedure::check ? silent_trials : 0);
}

double detectable_violation(Procedure procedure, Violation const& asked, std::uint64_t trials, double power) {
  validate(asked);
  auto at = asked;
  auto const played = played_of(procedure, trials);
  auto const exposed = [&, fixed = rule_of(procedure, asked, 2)](double violation) {
    at.violation = violation;
    return suffices(at.whole ? rule_of(procedure, at, 2) : fixed, at, played, power);
  };
  constexpr double most = 60;
  if (!exposed(most)) return std::numeric_limits<double>::infinity();
  return sim::bisected({asked.whole ? 0 : asked.claimed_epsilon, most}, exposed, {.relative = 1e-6, .steps = 60}).high;
}

std::uint64_t budget_to_learn_in(std::uint64_t trials) {
  auto const silent = std::min(trials, silent_trials);
  return silent + to_learn_and_to_play * (trials - silent);
}

std::uint64_t trials_beside_learning(std::uint64_t budget) {
  auto const silent = std::min(budget, silent_trials);
  return silent + (budget - silent) / to_learn_and_to_play;
}

double blind_spot_of(Procedure procedure, Violation const& asked, std::uint64_t trials, double power) {
  validate(asked);
  return blind_spot(played_of(procedure, trials), rule_of(procedure, asked, 1), power);
}

}  // namespace warner::verify
