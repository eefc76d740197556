#include "verify/wealth/divergence_bet.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/bisection.hpp"

namespace warner::verify {
namespace {

constexpr double most_staked = 0.95, least_growth = 1e-12;

}  // namespace

double divergence_payoff(double order, double loss, double divergence) {
  return order * scaled_power(order, loss) - scaled_power(order, divergence) - std::expm1(-order * loss);
}

std::optional<BestBet> best_divergence_bet(LayerRates const& expected, std::vector<double> const& losses,
                                           ClaimedDivergences const& claim) {
  std::optional<BestBet> best;
  for (auto const order : claim.orders()) {
    auto const allowed = claim.at(order);
    std::vector<std::pair<double, double>> outcomes{{expected.abstained, divergence_payoff(order, 0, allowed)}};
    for (std::size_t l = 0; l < losses.size(); ++l) {
      outcomes.emplace_back(expected.right[l], divergence_payoff(order, losses[l], allowed));
      outcomes.emplace_back(expected.wrong[l], divergence_payoff(order, -losses[l], allowed));
    }
    auto const least = std::ranges::min(outcomes, {}, [](auto const& outcome) { return outcome.second; }).second;
    if (!std::isfinite(least)) continue;
    auto const falls_at = [&](double stake) {
      double slope = 0;
      for (auto const& [probability, payoff] : outcomes) slope += probability * payoff / (1 + stake * payoff);
      return !(slope > 0);
    };
    auto const stake = sim::bisected({0, most_staked / -least}, falls_at, {.relative = 1e-6, .steps = 60}).low;
    double growth = 0;
    for (auto const& [probability, payoff] : outcomes) growth += probability * std::log1p(stake * payoff);
    if (growth > (best ? best->growth : least_growth)) best = {{order, stake}, growth};
  }
  return best;
}

}  // namespace warner::verify
