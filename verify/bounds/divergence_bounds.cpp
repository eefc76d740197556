#include "verify/bounds/divergence_bounds.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/normal.hpp"
#include "sim/require.hpp"
#include "verify/bounds/clopper_pearson.hpp"

namespace warner::verify {
namespace {

constexpr double downward = 1 - 0x1p-45;  // the last steps round in favour of the claim

/// Sum of p^order q^(1 - order) over the three outcomes (r, w, rest) under P' and (w, r, rest) under Q'.
double two_sided_sum(double r, double w, double order) {
  return std::pow(r, order) * std::pow(w, 1 - order) + std::pow(w, order) * std::pow(r, 1 - order) + (1 - r - w);
}

double one_sided_sum(double p, double q, double order) {
  return std::pow(p, order) * std::pow(q, 1 - order) + std::pow(1 - p, order) * std::pow(1 - q, 1 - order);
}

}  // namespace

DivergenceBounds divergence_lower_bounds(sim::Tally const& tally, int directions, double epsilon, double order,
                                         double level) {
  require(directions == 1 || directions == 2, fmt::format("directions: {} is not 1 or 2", directions));
  require(epsilon >= 0, fmt::format("epsilon: {} is negative", epsilon));
  require(order > 1 && order < 1e6, fmt::format("order: {} is not in (1, 1e6)", order));
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  DivergenceBounds bounds;
  require(tally.coin_odds == 1 || directions == 1, "directions: the coin of a strategy that speaks in two is fair");
  if (tally.spoke() == 0) return bounds;
  auto const trials = tally.trials();
  auto const r = clopper_pearson_lower(tally.right, trials, level / 2),
             w = clopper_pearson_upper(tally.wrong, trials, level / 2);
  auto const odds = static_cast<double>(tally.coin_odds), share = (1 + odds) / directions;
  // A lucky coin makes more right guesses than there should be trials for.
  // No trials certify more of an event than if all of them had shown it.
  auto const p = std::min(share * r, clopper_pearson_lower(trials, trials, level / 2)),
             q = std::min(1.0, share * w / odds);
  if (p <= q) return bounds;
  bounds.delta = std::max(0.0, (p - std::exp(epsilon) * q) * downward - 0x1p-50);
  bounds.total_variation = (p - q) * downward;
  bounds.mu = std::max(0.0, (sim::normal_quantile(p) - sim::normal_quantile(q)) * downward - 0x1p-45);
  auto const sum = directions == 2 ? two_sided_sum(r, w, order) : one_sided_sum(p, q, order);
  bounds.renyi = std::max(0.0, std::log(sum) / (order - 1) * downward - 0x1p-45);
  return bounds;
}

}  // namespace warner::verify
