#include "verify/bounds/power.hpp"

#include <cmath>
#include <limits>

#include "sim/bisection.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/bounds/least_count.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

constexpr sim::Precision to_a_millionth{.relative = 1e-6, .steps = 100};

}  // namespace

double blind_spot(std::uint64_t trials, double claimed_epsilon, double delta, double level, double power) {
  return blind_spot(
      trials, [&](sim::Tally const& tally) { return epsilon_lower_bound(tally, delta / 2, level) > claimed_epsilon; },
      power);
}

double blind_spot(std::uint64_t trials, Refutes const& refutes, double power) {
  auto const needed = least_count(0, trials, [&](std::uint64_t right) { return refutes({right, 0, trials - right}); });
  if (needed > trials || binomial_at_least(needed, trials, 0.5) < power) return 1;
  auto const exposed = [&](double mass) { return binomial_at_least(needed, trials, mass / 2) >= power; };
  return sim::bisected({0, 1}, exposed, to_a_millionth).high;
}

double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, double level, double power) {
  return detectable_epsilon(
      tally, claimed_epsilon, delta,
      [&](sim::Tally const& seen) { return epsilon_lower_bound(seen, delta, level) > claimed_epsilon; }, power);
}

double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, Refutes const& refutes,
                          double power) {
  if (tally.spoke() == 0) return infinity;
  constexpr double most = 60;
  auto const n = tally.spoke();
  auto const odds = static_cast<double>(tally.coin_odds), miss = delta == 0 ? 0 : (1 - power) / 2;
  // The share of the guesses that delta allows to be right.
  auto const free = delta == 0 ? 0 : delta / clopper_pearson_upper(n, tally.trials(), miss);
  if (free >= 1) return infinity;
  auto const needed = least_count(0, n, [&](std::uint64_t right) {
    return refutes({right, n - right, tally.abstained, tally.coin_odds});
  });
  auto const exposed = [&](double epsilon) {
    return binomial_at_least(needed, n, 1 - (1 - free) / (1 + std::exp(epsilon) / odds)) >= power + miss;
  };
  if (needed > n || !exposed(most)) return infinity;
  return sim::bisected({claimed_epsilon, most}, exposed, to_a_millionth).high;
}

}  // namespace warner::verify
