#include "verify/bounds/certified_width.hpp"

#include <algorithm>
#include <cmath>

#include "sim/bisection.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"

namespace warner::verify {
namespace {

constexpr std::uint64_t enough = 100;  // right and wrong guesses: a fifth less at worst

/// At delta = 0 the odds of the coin add to bound and estimate alike. With these the bound is not cut off at 0, where
/// it would be near to any small estimate.
constexpr auto far_above_0 = (std::uint64_t{1} << 40) - 1;

/// So many at least among trials that are `times` those of a pilot that counted some.
double at_least(std::uint64_t counted, double times) {
  auto const expected = static_cast<double>(counted) * times;
  return std::max(0.0, expected - 2 * std::sqrt(expected * (1 + times)));
}

}  // namespace

double certified_width(sim::Tally const& tally, double delta, double level) {
  return epsilon_estimate(tally, delta) - epsilon_lower_bound(tally, delta, level);
}

bool tells_width(sim::Tally const& pilot) { return std::min(pilot.right, pilot.wrong) >= enough; }

std::optional<std::uint64_t> trials_for_width(sim::Tally const& pilot, double delta, double level, double width,
                                              std::uint64_t most) {
  if (at_least(std::min(pilot.right, pilot.wrong), 1e9) <= 0) return std::nullopt;
  auto const narrow = [&](double trials) {
    auto const times = trials / static_cast<double>(pilot.trials());
    sim::Tally expected{.coin_odds = delta > 0 ? pilot.coin_odds : far_above_0};
    expected.right = static_cast<std::uint64_t>(at_least(pilot.right, times));
    expected.wrong = static_cast<std::uint64_t>(at_least(pilot.wrong, times));
    if (expected.right == 0 || expected.wrong == 0) return false;
    expected.abstained =
        static_cast<std::uint64_t>(trials) - std::min(static_cast<std::uint64_t>(trials), expected.spoke());
    return certified_width(expected, delta, level) <= width;
  };
  auto const all = static_cast<double>(most);
  if (!narrow(all)) return most;
  auto const found = sim::bisected({1, all}, narrow, {1e-3}).high;
  return std::min(most, static_cast<std::uint64_t>(std::ceil(found)));
}

}  // namespace warner::verify
