#pragma once

#include <cstdint>
#include <optional>

namespace warner::verify {

/// A violation to be found: the claim is (epsilon, delta)-DP, and truly the adversary's odds are e^violation, beyond
/// delta.
///
/// The adversary is taken to know her strategy and to speak in both directions, in a share `speaks` of the trials, with
///     Pr[right] = e^violation Pr[wrong] + delta,
/// which is the boundary of (violation, delta)-DP for such a strategy. Randomised response has speaks = 1, and so has
/// every mechanism at its median event; rarer events take more trials.
struct Violation {
  double claimed_epsilon = 1, delta = 0, violation = 1.1, speaks = 1;
  double level = 0.05;
};

enum class Procedure { measure, check };

/// Pr[the claim is refuted] with so many certifying trials, a lower bound: verify/bounds/refutation_power.hpp, over all
/// numbers of guesses. Exact where every trial is a guess.
///   measure: of epsilon_lower_bound.
///   check:   of the wealth of one round at its last trial, by a strategy known from the start. A check that looks
///            before that refutes no less.
double power_of(Procedure procedure, Violation const& asked, std::uint64_t trials);

/// A number of certifying trials with which the claim is refuted with at least this power; about the smallest, as far
/// as bisection sees (power climbs in saw-teeth). Empty when 2^50 are not enough. @throws std::invalid_argument on
/// numbers out of range.
std::optional<std::uint64_t> trials_needed(Procedure procedure, Violation const& asked, double power);

/// A violation that so many trials expose with at least this power, the smallest but for a millionth; infinity when
/// none: the planner turned round. asked.violation is not read.
double detectable_violation(Procedure procedure, Violation const& asked, std::uint64_t trials, double power);

/// The smallest mass of an event, possible under one dataset only, that so many trials expose with this power
/// (verify/bounds/power.hpp).
double blind_spot_of(Procedure procedure, Violation const& asked, std::uint64_t trials, double power);

}  // namespace warner::verify
