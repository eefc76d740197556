#pragma once

#include <span>
#include <vector>

#include "sim/tally.hpp"
#include "verify/bounds/claimed_profile.hpp"
#include "verify/wealth/nested_bets.hpp"

namespace warner::verify {

/// What one round of a check adds: a tally of the fair coin, and how many directions its strategy used.
/// One direction spends half of delta (Strategy::directions).
struct RoundTally {
  sim::Tally tally{};
  int directions = 2;
};

/// The plug-in value of epsilon of all rounds together, each of which spends the delta of its own directions.
double epsilon_estimate(std::span<RoundTally const> rounds, double delta);

/// A share of the wealth that is staked on "right", fixed before the first trial, and its weight in the mixture.
struct Stake {
  double stake = 0, weight = 0;
};

/// Stakes for a claim, from nearly everything that (epsilon, delta) allows down to 2^-12 of it.
/// None for a claim of pure privacy, which has a prior in their place.
std::vector<Stake> stakes_for(double epsilon, double delta);

/// ln of the wealth that the rounds together have made against the statement (epsilon, delta)-DP.
///
/// Statistic:  1. Without stakes (delta = 0) a span of rounds makes log_mixture_wealth of their sum.
///             2. With stakes, (G) says that the payoff 1[right] - e^epsilon 1[wrong] - delta has mean at most 0.
///                A stake s multiplies the wealth by 1 + s payoff, and the span makes the average over `stakes`.
///                A stake that could lose more than everything, s (e^epsilon + delta) > 1, counts as lost. [WSR23]
///             3. The wealth is the mixture of those that bet from round k on and hold 1 until then:
///                k = 0 with weight 1/2, k >= 1 with weight 1 / (2 k (k + 1)).
///                Early rounds, whose strategies knew little, may lose.
/// Guarantee:  a non-negative supermartingale from 1, under (epsilon, delta)-DP of every pair played, of each release
///             given what happened before. It may be read at any trial.
///             Each round's strategy must have been fixed before its releases were drawn.
/// Reading:    at fixed rounds it falls as epsilon grows, as each part of the mixture does.
double log_wealth(std::span<RoundTally const> rounds, double epsilon, double delta, std::span<Stake const> stakes);

/// The infimum of the epsilons that the rounds have not refuted, rounded down.
///
/// Statistic:  the wealth falls in epsilon, so the refuted ones are an interval from 0; bisection finds its end.
/// Guarantee:  Pr[it is ever above the truth] <= level, at all times together.
/// Reading:    an epsilon is refuted exactly where the bound is above it.
double anytime_epsilon_lower_bound(std::span<RoundTally const> rounds, double delta, std::span<Stake const> stakes,
                                   double level);

/// A supporting line of a claimed trade-off function: the (epsilon, delta(epsilon)) that it implies at one epsilon.
/// It is bet against with stakes and a share of the wealth of its own; a line with delta = 0 needs no stakes.
struct Line {
  double epsilon = 0, weight = 0;
  std::vector<Stake> stakes{};
};

/// Lines against a claimed mu: epsilon = 0 with weight 1/2, 0.4 mu with 1/5, and mu, 2 mu, 3 mu. @throws
/// std::invalid_argument unless mu > 0.
std::vector<Line> lines_for(double mu);

/// Lines against statements that all hold at once: theirs, or eight of them, evenly picked, at equal weights.
std::vector<Line> lines_for(mechanisms::TradeoffDp const& claim);

/// ln of the wealth against a claimed profile: the average over lines.
/// All of them hold under the claim [DRS19, proposition 2.12], so it is a supermartingale.
/// It falls as delta(epsilon) grows, so in mu.
double log_line_wealth(std::span<RoundTally const> rounds, Profile const& claim, std::span<Line const> lines);

/// ln of the wealth of a check of a profile: the average of two supermartingales about the same releases.
/// A quarter is staked on the lines, three quarters on nested bets (verify/wealth/nested_bets.hpp).
/// Without rounds of nested bets, as where a check lays none from the start, all of it is on the lines.
double log_profile_wealth(std::span<RoundTally const> rounds, std::span<NestedRound const> nested, Profile const& claim,
                          std::span<Line const> lines);

/// The infimum of the mus that are not refuted, as above.
double anytime_mu_lower_bound(std::span<RoundTally const> rounds, std::span<NestedRound const> nested,
                              std::span<Line const> lines, double level);

}  // namespace warner::verify
