#include "verify/power.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/clopper_pearson.hpp"
#include "verify/epsilon_lower_bound.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// Of a right guess, of a strategy whose events are e^epsilon times as likely where it would be right.
double share_right(double epsilon, double odds) { return 1 / (1 + odds * std::exp(-epsilon)); }

/// The least count in [0, most] from which on `refutes` holds (it is monotone); most + 1 when it never does.
template <class Refutes>
std::uint64_t least_refuting(std::uint64_t most, Refutes const& refutes) {
  if (!refutes(most)) return most + 1;
  std::uint64_t low = 0, high = most;  // refutes(high)
  while (low < high) {
    auto const middle = low + (high - low) / 2;
    if (refutes(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

/// The least x in [low, high] with holds(x), to 1e-6 relative; high when it holds nowhere below.
template <class Holds>
double least(double low, double high, Holds const& holds) {
  for (int i = 0; i < 100 && high - low > 1e-6 * high; ++i) {
    auto const middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

double blind_spot(std::uint64_t trials, double claimed_epsilon, double delta, double level, double power) {
  return blind_spot(trials, [&](sim::Tally const& tally) { return epsilon_lower_bound(tally, delta / 2, level) > claimed_epsilon; }, power);
}

double blind_spot(std::uint64_t trials, Refutes const& refutes, double power) {
  auto const needed = least_refuting(trials, [&](std::uint64_t right) { return refutes({right, 0, trials - right}); });
  if (needed > trials || binomial_at_least(needed, trials, 0.5) < power) return 1;
  return least(0, 1, [&](double mass) { return binomial_at_least(needed, trials, mass / 2) >= power; });
}

double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, double level, double power) {
  return detectable_epsilon(tally, claimed_epsilon, delta,
                            [&](sim::Tally const& seen) { return epsilon_lower_bound(seen, delta, level) > claimed_epsilon; }, power);
}

double detectable_epsilon(sim::Tally const& tally, double claimed_epsilon, double delta, Refutes const& refutes, double power) {
  if (tally.spoke() == 0) return infinity;
  constexpr double most = 60;
  auto const odds = static_cast<double>(tally.odds);
  if (delta == 0) {
    auto const n = tally.spoke();
    auto const needed = least_refuting(n, [&](std::uint64_t right) { return refutes({right, n - right, tally.abstained, tally.odds}); });
    auto const exposed = [&](double epsilon) { return binomial_at_least(needed, n, share_right(epsilon, odds)) >= power; };
    if (needed > n || !exposed(most)) return infinity;
    return least(claimed_epsilon, most, exposed);
  }
  auto const n = tally.trials();
  auto const miss = (1 - power) / 2;
  auto const trials_of_right = tally.odds > 1 ? 1 / (1 + odds) : 1;
  auto const wrong_rate = clopper_pearson_upper(tally.wrong, n, miss);
  auto const many_wrong = least_refuting(n, [&](std::uint64_t k) { return binomial_at_least(k + 1, n, wrong_rate) <= miss; });
  auto const needed = least_refuting(n - std::min(n, many_wrong), [&](std::uint64_t right) {
    return refutes({right, many_wrong, n - right - many_wrong, tally.odds});
  });
  auto const exposed = [&](double epsilon) {
    auto const right_rate = std::min({1.0 - wrong_rate, trials_of_right, std::exp(epsilon) * wrong_rate / odds + delta});
    return binomial_at_least(needed, n, right_rate) >= 1 - miss;
  };
  if (needed + many_wrong > n || !exposed(most)) return infinity;
  return least(claimed_epsilon, most, exposed);
}

}  // namespace warner::verify
