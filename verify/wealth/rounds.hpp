#pragma once

#include <span>
#include <vector>

#include "sim/tally.hpp"
#include "verify/bounds/claimed_profile.hpp"
#include "verify/wealth/nested_bets.hpp"

namespace warner::verify {

/// What one round of a check adds: a tally of the fair coin, and how many directions its strategy used
/// (Strategy::directions): one direction spends half of delta.
struct RoundTally {
  sim::Tally tally{};
  int directions = 2;
};

/// Shares of the wealth staked on "right", fixed before the first trial, with their weights.
struct Stake {
  double stake = 0, weight = 0;
};

/// Stakes for a claim, from nearly everything that (epsilon, delta) allows down to 2^-12 of it; none for a claim of
/// pure privacy, which has a prior in their place.
std::vector<Stake> stakes_for(double epsilon, double delta);

/// ln of the wealth that the rounds together have made against the statement (epsilon, delta)-DP.
///
/// Statistic:  without stakes (delta = 0): log_mixture_wealth of the rounds' sum. With stakes: the game's inequality
///             (G) says that the payoff 1[right] - e^epsilon 1[wrong] - delta has mean at most 0, and a stake s
///             multiplies the wealth by 1 + s payoff; the average over `stakes`, those that could lose more than
///             everything (s (e^epsilon + delta) > 1) counted as lost. [WSR23] Evidence of early rounds, whose
///             strategies knew little, may be worse than none. So the wealth is the average of gamblers who start at
///             round k and keep what they have until then, k = 0 with weight 1/2, k >= 1 with weight 1 / (2 k (k + 1)).
/// Guarantee:  a non-negative supermartingale that starts at 1, under (epsilon, delta)-DP of every pair played (of each
///             release given what happened before), when each round's strategy was fixed before its releases were
///             drawn. It may be read at any trial.
/// Reading:    at fixed rounds it falls as epsilon grows: every gambler's does.
double log_wealth(std::span<RoundTally const> rounds, double epsilon, double delta, std::span<Stake const> stakes);

/// The infimum of the epsilons that the rounds have not refuted, rounded down: Pr[it is ever above the truth] <= level,
/// at all times together. Where the bound is above epsilon, epsilon is refuted, and the other way round: the wealth
/// falls in epsilon, so the refuted ones are an interval from 0, and bisection finds its end.
double anytime_epsilon_lower_bound(std::span<RoundTally const> rounds, double delta, std::span<Stake const> stakes,
                                   double level);

/// A supporting line of a claimed trade-off function: the (epsilon, delta(epsilon)) that the claim implies at one
/// epsilon, bet against with stakes and a share of the wealth of their own. A line with delta = 0 needs no stakes.
struct Line {
  double epsilon = 0, weight = 0;
  std::vector<Stake> stakes{};
};

/// Lines against a claimed mu: epsilon = 0 with weight 1/2, 0.4 mu with 1/5, and mu, 2 mu, 3 mu. @throws
/// std::invalid_argument unless mu > 0.
std::vector<Line> lines_for(double mu);

/// Lines against statements that all hold at once: theirs, or eight of them, evenly picked, at equal weights.
std::vector<Line> lines_for(mechanisms::TradeoffDp const& claim);

/// ln of the wealth against a claimed profile: the average over lines. All of them hold under the claim [DRS19,
/// proposition 2.12], so it is a supermartingale. It falls as delta(epsilon) grows, so in mu.
double log_line_wealth(std::span<RoundTally const> rounds, Profile const& claim, std::span<Line const> lines);

/// ln of the wealth of a check of a profile: a quarter of the money on the lines, three quarters on layers of bets
/// (verify/wealth/nested_bets.hpp) about the same releases. The average of two supermartingales. Without layered rounds
/// (a check that lays none from the start) all of it is on the lines.
double log_profile_wealth(std::span<RoundTally const> rounds, std::span<LayerRound const> layered, Profile const& claim,
                          std::span<Line const> lines);

/// The infimum of the mus that are not refuted, as above.
double anytime_mu_lower_bound(std::span<RoundTally const> rounds, std::span<LayerRound const> layered,
                              std::span<Line const> lines, double level);

}  // namespace warner::verify
