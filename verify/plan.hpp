#pragma once

#include <cstdint>
#include <optional>

#include "verify/wealth/e_process.hpp"

namespace warner::verify {

/// A violation to be found: the claim is (epsilon, delta)-DP, and truly the odds of a guess are e^violation beyond
/// delta.
///
/// The adversary is taken to know her strategy, and to speak in both directions in a share `speaks` of the trials, with
///     Pr[right] = e^violation Pr[wrong] + delta,
/// the boundary of (violation, delta)-DP for such a strategy.
/// Randomised response has speaks = 1, as has every mechanism at its median event; rarer events take more trials.
struct Violation {
  double claimed_epsilon = 1, delta = 0, violation = 1.1, speaks = 1;
  double level = 0.05;
  /// Other claims, of which the above is a statement that they imply; guesses have odds of e^violation beyond nothing.
  /// A measurement tests it, or, of divergences and of several claims, all of them.
  std::optional<TestedClaim> whole{};
};

/// The odds, as an epsilon, of guesses in a share `speaks` of the trials whose law shows this much of what is claimed:
/// a mu, or one number of a divergence. Infinity where no guesses do.
double odds_that_show(TestedClaim const& claim, double number, double speaks);
/// The inverse: what guesses of these odds show. @throws std::invalid_argument unless it is one number that is claimed.
double shown_by(TestedClaim const& claim, double odds, double speaks);

enum class Procedure { measure, check, one_round };

/// A lower bound on Pr[the claim is refuted] with so many certifying trials (verify/bounds/refutation_power.hpp).
/// It is over all numbers of guesses, and of a measurement exact where every trial is a guess.
///   measure:   by epsilon_lower_bound.
///   check:     by the wealth at its last trial, of a strategy known after the first round, which is silent.
///              Of wealth that begins to bet in later rounds than the second nothing is counted on.
///              Looks before the last trial add to it; up to `silent_trials` trials it is 0.
///              Against divergences with the best bet on her guesses.
///   one_round: by the wealth of one round at its last trial, of a strategy known from the start.
double power_of(Procedure procedure, Violation const& asked, std::uint64_t trials);

/// A number of certifying trials with which the claim is refuted with at least this power.
/// About the smallest, as far as bisection sees: power climbs in saw-teeth. Empty when 2^50 are not enough.
/// @throws std::invalid_argument on numbers out of range.
std::optional<std::uint64_t> trials_needed(Procedure procedure, Violation const& asked, double power);

/// The inverse: the smallest violation, but for a millionth, that so many trials expose with at least this power.
/// Infinity when there is none; asked.violation is not read.
double detectable_violation(Procedure procedure, Violation const& asked, std::uint64_t trials, double power);

/// The budget of a check that must learn its strategy, where so many trials would do with one that is known after the
/// silent round. A check learns from two thirds of what it has played, and its last two rounds are more than half of
/// it: of the trials after the silent round half count.
std::uint64_t budget_to_learn_in(std::uint64_t trials);
/// The inverse: as many trials with a known strategy as such a budget stands for.
std::uint64_t trials_beside_learning(std::uint64_t budget);

/// The smallest mass of an event, possible under one dataset only, that so many trials expose
/// (verify/bounds/power.hpp).
double blind_spot_of(Procedure procedure, Violation const& asked, std::uint64_t trials, double power);

}  // namespace warner::verify
