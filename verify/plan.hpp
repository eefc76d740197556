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

enum class Procedure { measure, check };

/// A lower bound on Pr[the claim is refuted] with so many certifying trials (verify/bounds/refutation_power.hpp).
/// It is over all numbers of guesses, and exact where every trial is a guess.
///   measure: by epsilon_lower_bound.
///   check:   by the wealth of one round at its last trial, of a strategy known from the start.
///            A check that looks before that refutes no less.
///            Against divergences with the best bet on her guesses.
double power_of(Procedure procedure, Violation const& asked, std::uint64_t trials);

/// A number of certifying trials with which the claim is refuted with at least this power.
/// About the smallest, as far as bisection sees: power climbs in saw-teeth. Empty when 2^50 are not enough.
/// @throws std::invalid_argument on numbers out of range.
std::optional<std::uint64_t> trials_needed(Procedure procedure, Violation const& asked, double power);

/// The inverse: the smallest violation, but for a millionth, that so many trials expose with at least this power.
/// Infinity when there is none; asked.violation is not read.
double detectable_violation(Procedure procedure, Violation const& asked, std::uint64_t trials, double power);

/// The smallest mass of an event, possible under one dataset only, that so many trials expose
/// (verify/bounds/power.hpp).
double blind_spot_of(Procedure procedure, Violation const& asked, std::uint64_t trials, double power);

}  // namespace warner::verify
