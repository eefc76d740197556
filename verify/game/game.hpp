#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"
#include "sim/tally.hpp"
#include "verify/scores/strategy.hpp"

namespace warner::verify {

/// A game of the certifying streams: which seed, which trials.
struct GameOptions {
  std::uint64_t seed = 1;
  sim::Generator generator = sim::Generator::ars;
  sim::Replicates range{};
  sim::Execution execution{};
  std::string name{};  ///< says mechanism, pair and strategy, where games are kept (sim/reduction.hpp)
};

/// How a game ended. The tally alone certifies; the rest describes.
struct Game {
  sim::Tally tally{};
  std::uint64_t trials_d = 0;       ///< trials in which the coin fell to D
  std::uint64_t right_d = 0;        ///< of these, D was said
  std::uint64_t right_d_prime = 0;  ///< of the others, D' was said

  /// Games of disjoint trials add, as far as they were played with one strategy.
  Game& operator+=(Game const& other) {
    tally += other.tally;
    trials_d = sim::added(trials_d, other.trials_d);
    right_d = sim::added(right_d, other.right_d);
    right_d_prime = sim::added(right_d_prime, other.right_d_prime);
    return *this;
  }
  friend bool operator==(Game const&, Game const&) = default;
};

/// What the guesses made under both arms amount to.
Game game_of(Guesses const& under_d, Guesses const& under_d_prime, std::uint64_t trials_d, std::uint64_t trials_d_prime,
             std::uint64_t coin_odds = 1);

/// The distinguishing game. [WZ10, SNJ23]
///
///   1. In each trial a coin picks the dataset, and the mechanism releases once.
///   2. The strategy, which sees the release alone, says D, says D', or abstains.
///
/// If the mechanism is (epsilon, delta)-DP on the pair, then for every strategy and the fair coin
///
///     Pr[right] <= e^epsilon Pr[wrong] + delta                                                            (G)
///
/// A strategy that never says one of the two may ask for a coin that falls to the dataset it names once in 2^k trials.
/// It sees more of a release that is rare under the other dataset (docs/decisions/0010). Then
///
///     odds Pr[right] <= e^epsilon Pr[wrong] + delta odds / (1 + odds),     odds = 2^k - 1                (G')
///
/// A block of trials is played as two runs: the coin's ones under D, the rest under D'.
/// The same Game for any number of threads and any split of the range.
/// @throws std::invalid_argument unless the strategy's coin is possible; sim::Interrupted when asked to stop.
Game play(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Strategy const& strategy,
          GameOptions const& options);

/// The games of several strategies on the same trials: each as if it were played alone.
/// Releases are drawn once for all that have the same coin, and scores computed once for all that read them.
std::vector<Game> play(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                       std::span<Strategy const> strategies, GameOptions const& options);

}  // namespace warner::verify
