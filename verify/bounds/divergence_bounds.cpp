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

/// ln(1 + share (e^((order - 1) loss) - 1) + other (e^((order - 1) other_loss) - 1)) / (order - 1), its limit at
/// order 1.
double renyi_of_two(double share, double loss, double other, double other_loss, double order) {
  constexpr double overflows = 600;
  auto const of = [](double probability, double value) { return probability == 0 ? 0 : probability * value; };
  if (order == 1) return of(share, loss) + of(other, other_loss);
  auto const steps = order - 1;
  if (steps * loss > overflows) return loss + std::log(share) / steps;
  return std::log1p(of(share, std::expm1(steps * loss)) + of(other, std::expm1(steps * other_loss))) / steps;
}

double rounded_down(double bound) { return std::max(0.0, bound * downward - 0x1p-45); }

/// The Renyi divergence of P' from Q', of rates that show anything.
double renyi_of(CertifiedRates const& rates, double order) {
  auto const& [p, q, r, w, directions] = rates;
  if (directions == 1) return event_renyi(p, q, order);
  return renyi_of_two(r, std::log(r / w), w, std::log(w / r), order);
}

}  // namespace

CertifiedRates certified_rates(sim::Tally const& tally, int directions, double level) {
  require(directions == 1 || directions == 2, fmt::format("directions: {} is not 1 or 2", directions));
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  require(tally.coin_odds == 1 || directions == 1, "directions: the coin of a strategy that speaks in two is fair");
  if (tally.spoke() == 0) return {};
  auto const trials = tally.trials();
  auto const r = clopper_pearson_lower(tally.right, trials, level / 2),
             w = clopper_pearson_upper(tally.wrong, trials, level / 2);
  auto const odds = static_cast<double>(tally.coin_odds), share = (1 + odds) / directions;
  // A lucky coin makes more right guesses than there should be trials for.
  // No trials certify more of an event than if all of them had shown it.
  return {std::min(share * r, clopper_pearson_lower(trials, trials, level / 2)), std::min(1.0, share * w / odds), r, w,
          directions};
}

double event_renyi(double p, double q, double order) {
  if (!(p > q)) return 0;
  return renyi_of_two(p, std::log(p / q), 1 - p, std::log1p(-p) - std::log1p(-q), order);
}

double renyi_lower_bound(CertifiedRates const& rates, double order) {
  require(order >= 1 && order <= 1e6, fmt::format("order: {} is not in [1, 1e6]", order));
  if (!rates.shows_anything()) return 0;
  auto const back = rates.directions == 1 ? event_renyi(1 - rates.q, 1 - rates.p, order) : 0;
  return rounded_down(std::max(renyi_of(rates, order), back));
}

double rho_lower_bound(CertifiedRates const& rates) {
  if (!rates.shows_anything()) return 0;
  auto const at = [&](double steps) { return renyi_lower_bound(rates, 1 + steps) / (1 + steps); };
  auto best = at(0), where = 0.0;
  for (int k = -24; k <= 48; ++k)
    if (auto const steps = std::exp2(k / 4.0); at(steps) > best) best = at(steps), where = steps;
  if (where > 0)
    for (auto const near : {-3, -2, -1, 1, 2, 3}) best = std::max(best, at(where * std::exp2(near / 16.0)));
  return best * downward;
}

bool contradicts(CertifiedRates const& rates, mechanisms::ApproximateDp const& statement) {
  return rates.shows_anything() &&
         (rates.p - std::exp(statement.epsilon) * rates.q) * downward - 0x1p-50 > statement.delta;
}

DivergenceBounds divergence_lower_bounds(sim::Tally const& tally, int directions, double epsilon, double order,
                                         double level) {
  require(epsilon >= 0, fmt::format("epsilon: {} is negative", epsilon));
  require(order > 1 && order < 1e6, fmt::format("order: {} is not in (1, 1e6)", order));
  DivergenceBounds bounds;
  auto const rates = certified_rates(tally, directions, level);
  auto const p = rates.p, q = rates.q;
  if (!rates.shows_anything()) return bounds;
  bounds.delta = std::max(0.0, (p - std::exp(epsilon) * q) * downward - 0x1p-50);
  bounds.total_variation = (p - q) * downward;
  bounds.mu = std::max(0.0, (sim::normal_quantile(p) - sim::normal_quantile(q)) * downward - 0x1p-45);
  bounds.renyi = rounded_down(renyi_of(rates, order));
  return bounds;
}

}  // namespace warner::verify
