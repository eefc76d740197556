#pragma once

#include <optional>
#include <vector>

#include "verify/bounds/claimed_divergences.hpp"

namespace warner::verify {

/// One bet on all outcomes of guesses together, against the Renyi divergence of one order.
struct DivergenceBet {
  double order = 1, stake = 0;
};

/// What a bet on the Renyi divergence of an order >= 1 pays where a release is taken to have the privacy loss x.
///
/// Statistic:  order S(x) - S(divergence) - (e^(-order x) - 1), S being scaled_power.
/// Guarantee:  P' is the law of the outcomes of guesses, Q' its mirror image, in which right is wrong. Their divergence
///             is at most the larger of the pair's two [EH14, theorems 13 and 9]. If that is at most `divergence`, the
///             mean under P' is at most 0, whatever odd function x is of the outcome: the variational form of the
///             f-divergence of f(t) = t^order, with the ratio e^x in the place of dP'/dQ'.
/// Reading:    its mean is largest, and positive where the claim is false, where e^x is that ratio.
///             It falls in `divergence`.
double divergence_payoff(double order, double loss, double divergence);

/// Probabilities of guesses, layer by layer: right and wrong ones.
struct LayerRates {
  std::vector<double> right, wrong;
  double abstained = 1;
};

struct BestBet {
  DivergenceBet bet{};
  double growth = 0;  ///< of the logarithm of the wealth, in a trial
};

/// The bet of greatest growth under these rates, where a release in a layer is taken to have these losses.
/// None where nothing is to be gained.
std::optional<BestBet> best_divergence_bet(LayerRates const& expected, std::vector<double> const& losses,
                                           ClaimedDivergences const& claim);

}  // namespace warner::verify
