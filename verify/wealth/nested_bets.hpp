#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "verify/bounds/claimed_profile.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {

/// One of several bets on the same release against a claimed trade-off function: say D when the value is at least
/// `d_from`, D' when it is at most `d_prime_to`, and stake so much of the wealth on the supporting line at `epsilon`.
struct Layer {
  double d_from = 0, d_prime_to = 0;
  double epsilon = 0, stake = 0;
};

/// Bets that are laid together, fixed before the releases that they are laid on: nested thresholds on one feature of a
/// release, the wider ones first. The value is the feature, or minus it.
struct Layers {
  Feature feature{};
  bool negative = false;
  std::vector<Layer> bets{};
};

/// How far into the layers the guesses of a round went: those that were right (wrong) in the first l + 1 layers and no
/// more, by l; and the releases in none.
struct LayerTally {
  std::vector<std::uint64_t> right{}, wrong{};
  std::uint64_t abstained = 0;

  LayerTally& operator+=(LayerTally const& other);
  friend bool operator==(LayerTally const&, LayerTally const&) = default;
};

/// Layers with what was seen of them.
struct LayerRound {
  Layers layers{};
  LayerTally tally{};
};

/// ln of the wealth that the layers of all rounds have made against a claimed profile.
///
/// Statistic:  a release multiplies the wealth by 1 + f sum_l stake_l g_l, where g_l = 1[right in l] - e^epsilon_l
///             1[wrong in l] - delta(epsilon_l) has mean at most 0 under the claim [DRS19, proposition 2.12]; averaged
///             over the shares f = 1, 1/2, 1/4, 1/8 of the stakes, and over gamblers who start at round k, as in
///             verify/wealth/rounds.hpp. A gambler who could lose more than everything is counted as lost.
/// Guarantee:  a non-negative supermartingale that starts at 1, under the claim about the pair, when each round's
///             layers were fixed before its releases were drawn.
/// Reading:    it falls as a profile grows, so in mu. Against one threshold the same violation takes half as long
///             again: the log ratio of two Gaussians is not a coin.
double log_layer_wealth(std::span<LayerRound const> rounds, Profile const& claim);

}  // namespace warner::verify
