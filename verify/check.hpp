#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"
#include "verify/game/game.hpp"
#include "verify/scores/strategy.hpp"
#include "verify/wealth/rounds.hpp"

namespace warner::verify {

struct Check;
struct Round;

/// Trials of the first round of a check, in which nobody speaks; the next is as long.
inline constexpr std::uint64_t silent_trials = 32;

/// What is to be refuted, and how.
struct CheckOptions {
  double claimed_epsilon = 0, delta = 0;  ///< the claim: (epsilon, delta)-DP of the pair
  /// Or, in its place, mu-GDP, by its supporting lines; epsilon is then bounded at delta besides.
  std::optional<double> claimed_mu{};
  std::optional<mechanisms::TradeoffDp> claimed_tradeoff{};  ///< or any other trade-off function, likewise
  /// Or Renyi divergences; the statements above are then what they imply, and any that are claimed besides.
  ClaimedDivergences claimed_divergences{};
  bool claimed_with_others = false;
  double level = 0.05;                  ///< Pr[a true claim is ever refuted] <= level
  std::uint64_t budget = 10'000'000;    ///< trials at most
  std::optional<double> until_width{};  ///< it stops when the bound on a claimed epsilon is so near to the estimate of
                                        ///< all guesses together, which is above 0
  std::uint64_t seed = 1;
  sim::Generator generator = sim::Generator::ars;
  bool timing = false;  ///< one release at a time: how long it took is one more column (verify/game/timed_trials.hpp)
  bool white_box = false;  ///< let the score `likelihood` read the mechanism's density
  bool low_bits = false;   ///< let scores read the low bits of columns that stand for ideal real numbers, too
  sim::Execution execution{};
  std::function<std::string(Round const&)> name_of{};  ///< says what a round plays, where games are kept
  std::function<void(Check const& so_far)> on_look{};  ///< called after each look, all that follows from it filled in
};

/// Trials played with one strategy, frozen before they were drawn, in looks: ranges after which the wealth was read.
struct Round {
  Strategy strategy;
  std::vector<sim::Replicates> looks{};
  Game game{};
  NestedRound nested{};   ///< the nested bets on the same releases, against a whole trade-off function
  double log_wealth = 0;  ///< against the claim, after this round and all before it

  RoundTally round_tally() const { return {game.tally, strategy.directions()}; }
};

/// How a check ended.
struct Check {
  enum class End { refuted, budget_spent, interrupted, width_reached };
  End end = End::budget_spent;
  std::vector<Round> rounds{};
  /// Valid at all times together; above a claimed (epsilon, delta) exactly when that is refuted.
  double epsilon_lower_bound = 0;
  double epsilon_estimate = 0;        ///< of all guesses together, never below the bound; certifies nothing
  double mu_lower_bound = 0;          ///< the same of mu, where that was claimed
  double divergence_lower_bound = 0;  ///< the same of the number that is claimed of divergences, where it is one
  double log_wealth = 0;              ///< ln of the e-value against the claim

  std::vector<RoundTally> round_tallies() const;
  std::uint64_t trials() const;
  sim::Tally tally() const;
  /// The last round in which somebody spoke, or the last where nobody did: its strategy has learned the most of those
  /// that showed anything. Null without rounds.
  Round const* witness() const;
};

/// Plays in rounds until the wealth against the claim reaches 1 / level, or the budget is spent.
///
///   1. The first round is silent, of `silent_trials` trials.
///   2. Before each later one a strategy is learned from all trials so far, drawn again from their streams.
///   3. The round is played, longer than the last by a constant factor. Every trial is certifying.
///   4. Within a round the wealth is looked at again and again, which costs no level. So it is with the width.
///
/// The same Check for any number of threads, but for what follows from durations.
/// An interruption (execution.interrupted) ends it with what was seen up to the last look.
/// @throws std::invalid_argument on a bad option or pair.
Check check(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, CheckOptions const& options);

/// The trials of the look after these looks: so many, from the next whole block on.
sim::Replicates next_look(std::vector<sim::Replicates> const& looks, std::uint64_t trials);

/// Plays one more look of a round, options.range: the guesses of its strategy and of its nested bets.
void play_look(Round& round, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
               GameOptions const& options);

/// Fills what follows from the rounds that were played: the wealth after each, the bounds, and how the check ended.
void conclude(Check& check, CheckOptions const& options);

}  // namespace warner::verify
