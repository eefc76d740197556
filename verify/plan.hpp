#pragma once

#include <cstdint>
#include <optional>

namespace warner::verify {

/// A violation to be found: the claim is (epsilon, delta)-DP, and truly the adversary's odds are e^violation, beyond delta.
///
/// The adversary is taken to know her strategy and to speak in both directions, in a share `speaks` of the trials, with
///     Pr[right] = e^violation Pr[wrong] + delta,
/// which is the boundary of (violation, delta)-DP for such a strategy. Randomised response has speaks = 1, and so has every mechanism at its median
/// event; rarer events take more trials.
struct Violation {
  double claimed_epsilon = 1, delta = 0, violation = 1.1, speaks = 1;
  double level = 0.05;
};

enum class Procedure { measure, check };

/// Pr[the claim is refuted] with so many certifying trials.
///   measure, delta = 0: exact; for speaks < 1 at the expected number of guesses, rounded down.
///   check, delta = 0:   of the wealth at the last trial alone; the check looks before that too, and can only refute more.
///   delta > 0:          a lower bound, by what the counts of right and wrong guesses reach each with half of the miss.
double power_of(Procedure procedure, Violation const& asked, std::uint64_t trials);

/// The number of certifying trials from which on, as far as bisection sees (power climbs in saw-teeth), the claim is refuted with
/// this power; empty when 2^50 are not enough. @throws std::invalid_argument on numbers out of range.
std::optional<std::uint64_t> trials_needed(Procedure procedure, Violation const& asked, double power);

/// The smallest violation that so many trials expose with this power, infinity when none: the planner turned round. asked.violation is not read.
double detectable_violation(Procedure procedure, Violation const& asked, std::uint64_t trials, double power);

/// The smallest mass of an event, possible under one dataset only, that so many trials expose with this power (verify/power.hpp).
double blind_spot_of(Procedure procedure, Violation const& asked, std::uint64_t trials, double power);

}  // namespace warner::verify
