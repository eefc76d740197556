#include "verify/plan.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/bisection.hpp"
#include "sim/require.hpp"
#include "sim/tally.hpp"
#include "verify/bounds/clopper_pearson.hpp"
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

Refutes rule_of(Procedure procedure, Violation const& asked, int directions) {
  if (procedure == Procedure::measure)
    return BoundRefutes{asked.claimed_epsilon, asked.delta * directions / 2, asked.level};
  return [=, stakes = stakes_for(asked.claimed_epsilon, asked.delta)](sim::Tally const& tally) {
    RoundTally const round{tally, directions};
    return log_wealth({&round, 1}, asked.claimed_epsilon, asked.delta, stakes) >= -std::log(asked.level);
  };
}

double rate_of_wrong(Violation const& asked) { return (asked.speaks - asked.delta) / (1 + std::exp(asked.violation)); }

PowerBounds power_with(Refutes const& refutes, Violation const& asked, std::uint64_t trials,
                       std::optional<double> power = {}) {
  auto const wrong = rate_of_wrong(asked);
  return refutation_power(refutes, trials, {asked.speaks - wrong, wrong}, power);
}

bool suffices(Refutes const& refutes, Violation const& asked, std::uint64_t trials, double power) {
  return power_with(refutes, asked, trials, power).lower >= power;
}

}  // namespace

double power_of(Procedure procedure, Violation const& asked, std::uint64_t trials) {
  validate(asked);
  return power_with(rule_of(procedure, asked, 2), asked, trials).lower;
}

std::optional<std::uint64_t> trials_needed(Procedure procedure, Violation const& asked, double power) {
  validate(asked);
  require(power > 0 && power < 1, fmt::format("power: {} is not in (0, 1)", power));
  require(asked.violation > asked.claimed_epsilon,
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
  auto const refutes = rule_of(procedure, asked, 2);
  auto at = asked;
  auto const exposed = [&](double violation) { return at.violation = violation, suffices(refutes, at, trials, power); };
  constexpr double most = 60;
  if (!exposed(most)) return std::numeric_limits<double>::infinity();
  return sim::bisected({asked.claimed_epsilon, most}, exposed, {.relative = 1e-6, .steps = 60}).high;
}

double blind_spot_of(Procedure procedure, Violation const& asked, std::uint64_t trials, double power) {
  validate(asked);
  return blind_spot(trials, rule_of(procedure, asked, 1), power);
}

}  // namespace warner::verify
