#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"
#include "sim/tally.hpp"
#include "verify/game/game.hpp"
#include "verify/scores/strategy.hpp"
#include "verify/search/pairs.hpp"
#include "verify/search/search.hpp"

namespace warner::verify {

/// A number of trials that follows from the width that is asked for.
struct WidthGoal {
  double width = 0.01;     ///< of the estimate over the certified bound, in nats
  std::uint64_t most = 0;  ///< trials altogether
};

/// How to measure. The same options and seed give the same Measurement on every machine, but for what follows from
/// durations.
struct MeasureOptions {
  double delta = 0;                   ///< epsilon is bounded at this delta
  double level = 0.05;                ///< Pr[bound > epsilon] <= level
  std::uint64_t budget = 10'000'000;  ///< trials altogether
  std::uint64_t search = 0;           ///< of them at most so many to search on; 0: a fifth
  /// In place of what the budget leaves, as many trials certify as bring the bound so near to its estimate.
  std::optional<WidthGoal> until{};
  AmongPairs among{};  ///< of several pairs: whose they are, and which vary others (verify/search/pairs.hpp)
  std::uint64_t seed = 1;
  sim::Generator generator = sim::Generator::ars;
  bool white_box = false;      ///< let the score `likelihood` read the mechanism's density
  double claimed_epsilon = 0;  ///< with timing, at delta > 0: bets are laid against it
  /// One release at a time, in the order of the coins: how long it took is one more column
  /// (verify/game/timed_trials.hpp).
  bool timing = false;
  /// The fair coin in any case: for releases that may depend on how many are asked for at once, or that are recorded.
  bool fair_coin = false;
  /// Let no strategies share the level: for who takes the tally for a sample, which the best of several is not.
  bool one_strategy = false;
  /// Statements that a strategy is chosen to contradict, with the fair coin; none: it is chosen for the bound on
  /// epsilon.
  std::vector<mechanisms::ApproximateDp> towards{};
  bool low_bits = false;  ///< let scores read the low bits of columns that stand for ideal real numbers, too
  sim::Execution execution{};
  std::string name{};  ///< says what is measured, where games are kept (sim/reduction.hpp)
  /// Searches, or has what the same search found elsewhere.
  std::function<FoundPair(std::function<FoundPair()> const& search)> found_by{};

  /// Of what the search finds, where it is kept.
  std::string name_of_search() const { return name.empty() ? "" : "search " + name; }
};

/// One certified statement about one pair. The decision against a claim is epsilon_lower_bound > claimed epsilon.
struct Measurement {
  double delta = 0, level = 0.05;
  double epsilon_lower_bound = 0;         ///< certified: Pr[it > epsilon of the pair] <= level
  double epsilon_estimate = 0;            ///< plug-in of the same tally, may be infinite; certifies nothing
  std::optional<double> epsilon_exact{};  ///< of the pair at delta, where the mechanism knows it
  sim::Tally tally{};                     ///< of the certifying trials
  std::uint64_t search_trials = 0, certify_trials = 0;
  std::optional<double> until_width{};  ///< that was asked for
  std::size_t pair = 0;                 ///< which of several was certified
  Strategy strategy;                    ///< frozen on the search trials
  /// Of so many that were frozen and played on the same trials it has the best bound; empty: it was alone.
  std::optional<std::uint64_t> strategies{};
  std::vector<mechanisms::Column> columns{};  ///< what it reads, where the columns have names to speak of
  double probability_d = 0,
         probability_d_prime = 0;  ///< Pr[say D | D], Pr[say D' | D'] on the certifying trials (estimates)

  /// What each strategy has of a level for itself: an even share, so that the best bound holds at all of it.
  double share_of(double of_level) const { return of_level / static_cast<double>(strategies.value_or(1)); }
  double level_of_strategy() const { return share_of(level); }
};

/// Search trials (a fifth of the budget at most, where no other number was asked for) choose a strategy, then one
/// certifying run of fixed length plays it.
///
/// Statistic:  epsilon_lower_bound of the certifying tally.
///             Where the search can not tell which of some strategies is best, all are played on the same trials.
///             The best of their bounds is taken, each at an even share of the level.
///             With timing, anytime_epsilon_lower_bound of it, as of a check of one round, with the stakes of what is
///             claimed.
/// Guarantee:  Pr[bound > epsilon of the pair] <= level.
///             Of a width the number of certifying trials is planned by a pilot of its own, and fixed before them.
/// Assumes:    releases that are independent and alike.
///             With timing every release, with its duration, must keep (epsilon, delta)-DP given all before it.
///             The right guesses are then not binomial, since when she speaks may depend on earlier guesses; an
///             e-process allows that.
/// @throws std::invalid_argument on a bad option or pair; sim::Interrupted.
Measurement measure(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                    MeasureOptions const& options);

/// The same on one of several pairs: the one on which the search predicts the largest bound.
/// The others cost search trials and nothing else. Not with timing.
Measurement measure(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                    MeasureOptions const& options);

/// Fills what follows from the game, for the strategy, delta and level: tally, bound, estimate and probabilities.
/// @param timed_against: the claimed epsilon, where trials may depend on those before them.
void conclude(Measurement& measured, Game const& game, std::optional<double> timed_against = {});
/// Fills what certifies nothing: the estimate and the probabilities.
void describe(Measurement& measured, Game const& game);

/// What the same trials certify at another level, which as many strategies share.
double epsilon_lower_bound_at(Measurement const& measured, double level);

/// How many trials of a budget search at most, where nothing else was asked for; most take half of them.
std::uint64_t most_search_trials(std::uint64_t budget);
/// The smallest budget that leaves at least so many trials to certify.
std::uint64_t budget_for(std::uint64_t certify_trials);
/// The smallest budget of which a search gets trials to learn from (fewest_to_learn): with less, nobody speaks.
std::uint64_t least_budget();

}  // namespace warner::verify
