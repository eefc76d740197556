#include "verify/bounds/epsilon_lower_bound.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/bounds/clopper_pearson.hpp"

namespace warner::verify {
namespace {

constexpr double downward = 1 - 0x1p-50;  // the last logarithm and quotient round in favour of the claim

double at_delta_zero(sim::Tally const& tally, double level) {
  auto const p = clopper_pearson_lower(tally.right, tally.spoke(), level);
  auto const weighed = static_cast<double>(tally.coin_odds) * p;
  return weighed <= 1 - p ? 0 : std::log(weighed / (1 - p)) * downward;
}

double at_positive_delta(sim::Tally const& tally, double delta, double level) {
  auto const r = clopper_pearson_lower(tally.right, tally.trials(), level / 2);
  auto const w = clopper_pearson_upper(tally.wrong, tally.trials(), level / 2);
  auto const weighed = static_cast<double>(tally.coin_odds) * (r - delta);
  return weighed <= w ? 0 : std::log(weighed / w) * downward;
}

}  // namespace

double epsilon_lower_bound(sim::Tally const& tally, double delta, double level) {
  require(delta >= 0 && delta < 1, fmt::format("delta: {} is not in [0, 1)", delta));
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  if (tally.spoke() == 0) return 0;  // no guess; epsilon >= 0 is known
  return delta == 0 ? at_delta_zero(tally, level) : at_positive_delta(tally, delta, level);
}

double epsilon_estimate(sim::Tally const& tally, double delta) {
  auto const right = static_cast<double>(tally.coin_odds) *
                     (static_cast<double>(tally.right) - delta * static_cast<double>(tally.trials()));
  auto const wrong = static_cast<double>(tally.wrong);
  if (right <= wrong) return 0;
  return wrong == 0 ? std::numeric_limits<double>::infinity() : std::log(right / wrong);
}

}  // namespace warner::verify
