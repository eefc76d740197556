#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "verify/bounds/claimed_profile.hpp"
#include "verify/scores/feature.hpp"
#include "verify/wealth/divergence_bet.hpp"

namespace warner::verify {

/// One of several bets on the same release, against one supporting line of a claimed trade-off function.
/// It says D when the value is at least `d_from`, D' when it is at most `d_prime_to`.
/// `stake` is the share of the wealth that is staked on the line at `epsilon`.
/// Of a bet on a divergence, `epsilon` is the privacy loss that a release between this and the next threshold is taken
/// to have, and `stake` is not read.
struct NestedBet {
  double d_from = 0, d_prime_to = 0;
  double epsilon = 0, stake = 0;
};

/// Bets with nested thresholds on one feature, or on the score, of a release, the wider ones first.
/// They are fixed before the releases that they are laid on. The value is the feature, or minus it.
struct NestedBets {
  Feature feature{};
  bool negative = false;
  std::vector<NestedBet> bets{};
  std::optional<DivergenceBet> on_divergence{};  ///< in place of bets on supporting lines
  bool on_score = false;                         ///< the value is the score of the round's strategy, not the feature
};

/// How many guesses were right, and wrong, in the first l + 1 of nested bets and no more, by l.
/// `abstained` counts the releases on which no bet spoke.
struct NestedTally {
  std::vector<std::uint64_t> right{}, wrong{};
  std::uint64_t abstained = 0;

  NestedTally& operator+=(NestedTally const& other);
  friend bool operator==(NestedTally const&, NestedTally const&) = default;
};

/// Nested bets with what was seen of them.
struct NestedRound {
  NestedBets laid{};
  NestedTally tally{};
};

/// ln of the wealth that the nested bets of all rounds have made against a claimed profile.
///
/// Statistic:  1. A release multiplies the wealth by 1 + f sum_l stake_l g_l, where
///                g_l = 1[right in l] - e^epsilon_l 1[wrong in l] - delta(epsilon_l).
///                Under the claim g_l has mean at most 0 [DRS19, proposition 2.12].
///                A bet on the divergence of order a multiplies it by 1 + f stake divergence_payoff(a, x, D): D is what
///                the claim allows, and x the loss of l, minus it where the guess was wrong, 0 without one.
///                A round that bets on what the claim does not speak of stakes nothing.
///             2. The wealth is averaged over the shares f = 1, 1/2, 1/4, 1/8 of the stakes.
///             3. It is averaged over the round from which it bets, as in verify/wealth/rounds.hpp.
///             A share that could lose more than everything counts as lost.
/// Guarantee:  under the claim a non-negative supermartingale from 1.
///             Each round's bets must have been fixed before its releases were drawn.
/// Reading:    it falls as a profile grows, so in mu.
///             With one threshold the same violation takes half as long again: two Gaussians differ by more than a
///             coin.
double log_nested_wealth(std::span<NestedRound const> rounds, Profile const& claim);

}  // namespace warner::verify
