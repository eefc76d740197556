#include "verify/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "sim/tally.hpp"
#include "verify/clopper_pearson.hpp"
#include "verify/epsilon_lower_bound.hpp"
#include "verify/evidence.hpp"
#include "verify/power.hpp"

namespace warner::verify {
namespace {

constexpr std::uint64_t most_trials = std::uint64_t{1} << 50;

void validate(Violation const& asked) {
  require(asked.claimed_epsilon >= 0 && asked.claimed_epsilon <= 50, fmt::format("claim: {} is not in [0, 50]", asked.claimed_epsilon));
  require(asked.delta >= 0 && asked.delta < 1, fmt::format("delta: {} is not in [0, 1)", asked.delta));
  require(asked.speaks > asked.delta && asked.speaks <= 1, fmt::format("speaks: {} is not in (delta, 1]", asked.speaks));
  require(asked.level > 0 && asked.level < 1, fmt::format("level: {} is not in (0, 1)", asked.level));
}

/// Whether a tally refutes the claim.
Refutes rule_of(Procedure procedure, Violation const& asked, int directions) {
  if (procedure == Procedure::measure && asked.delta == 0) {  // the bound's defining equation at the claim: one tail, where the bound takes many
    auto const at_claim = 1 / (1 + std::exp(-asked.claimed_epsilon));
    return [=](sim::Tally const& tally) { return tally.right > 0 && binomial_at_least(tally.right, tally.spoke(), at_claim) <= asked.level * (1 - 1e-9); };
  }
  if (procedure == Procedure::measure)
    return [=](sim::Tally const& tally) { return epsilon_lower_bound(tally, asked.delta * directions / 2, asked.level) > asked.claimed_epsilon; };
  return [=, stakes = stakes_for(asked.claimed_epsilon, asked.delta)](sim::Tally const& tally) {
    RoundTally const round{tally, directions};
    return log_wealth({&round, 1}, asked.claimed_epsilon, asked.delta, stakes) >= -std::log(asked.level);
  };
}

/// The least number of right guesses that refutes beside so many wrong ones; more than there are when none does.
std::uint64_t least_right(Refutes const& refutes, std::uint64_t wrong, std::uint64_t trials, bool all_speak) {
  auto const tally = [&](std::uint64_t right) {
    return all_speak ? sim::Tally{right, trials - right, 0} : sim::Tally{right, wrong, trials - right - wrong};
  };
  auto const most = all_speak ? trials : trials - std::min(trials, wrong);
  if (!refutes(tally(most))) return trials + 1;
  std::uint64_t low = 0, high = most;
  while (low < high) {
    auto const middle = low + (high - low) / 2;
    if (refutes(tally(middle))) high = middle;
    else low = middle + 1;
  }
  return high;
}

/// The least k with Pr[Binomial(n, p) > k] <= miss.
std::uint64_t upper_quantile(std::uint64_t n, double p, double miss) {
  std::uint64_t low = 0, high = n;
  while (low < high) {
    auto const middle = low + (high - low) / 2;
    if (binomial_at_least(middle + 1, n, p) <= miss) high = middle;
    else low = middle + 1;
  }
  return high;
}

double power_with(Refutes const& refutes, Violation const& asked, std::uint64_t trials) {
  auto const odds = std::exp(asked.violation);
  if (asked.delta == 0) {
    auto const guesses = static_cast<std::uint64_t>(asked.speaks * static_cast<double>(trials));
    return guesses == 0 ? 0 : binomial_at_least(least_right(refutes, 0, guesses, true), guesses, odds / (1 + odds));
  }
  auto const wrong_rate = (asked.speaks - asked.delta) / (1 + odds), right_rate = asked.speaks - wrong_rate;
  double best = 0;  // 1 - (miss by many wrong) - (miss by few right), at the best division
  for (auto const miss : {0.4, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 1e-4, 1e-6}) {
    auto const wrong = upper_quantile(trials, wrong_rate, miss);
    auto const right = least_right(refutes, wrong, trials, false);
    best = std::max(best, binomial_at_least(right, trials, right_rate) - miss);
  }
  return best;
}

}  // namespace

double power_of(Procedure procedure, Violation const& asked, std::uint64_t trials) {
  validate(asked);
  return power_with(rule_of(procedure, asked, 2), asked, trials);
}

std::optional<std::uint64_t> trials_needed(Procedure procedure, Violation const& asked, double power) {
  validate(asked);
  require(power > 0 && power < 1, fmt::format("power: {} is not in (0, 1)", power));
  require(asked.violation > asked.claimed_epsilon, fmt::format("violation: {} is not above the claim of {}", asked.violation, asked.claimed_epsilon));
  auto const refutes = rule_of(procedure, asked, 2);
  std::uint64_t low = 0, high = 16;
  while (power_with(refutes, asked, high) < power) {
    if (high >= most_trials) return std::nullopt;
    low = high;
    high *= 2;
  }
  while (high - low > 1 && high - low > high >> 20) {
    auto const middle = low + (high - low) / 2;
    (power_with(refutes, asked, middle) >= power ? high : low) = middle;
  }
  return high;
}

double detectable_violation(Procedure procedure, Violation const& asked, std::uint64_t trials, double power) {
  validate(asked);
  auto const refutes = rule_of(procedure, asked, 2);
  auto at = asked;
  auto const exposed = [&](double violation) { return at.violation = violation, power_with(refutes, at, trials) >= power; };
  double low = asked.claimed_epsilon, high = 60;
  if (!exposed(high)) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < 60 && high - low > 1e-6 * high; ++i) {
    auto const middle = low + (high - low) / 2;
    (exposed(middle) ? high : low) = middle;
  }
  return high;
}

double blind_spot_of(Procedure procedure, Violation const& asked, std::uint64_t trials, double power) {
  validate(asked);
  return blind_spot(trials, rule_of(procedure, asked, 1), power);
}

}  // namespace warner::verify
