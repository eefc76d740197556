#pragma once

#include <cstdint>

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
    trials_d += other.trials_d;
    right_d += other.right_d;
    right_d_prime += other.right_d_prime;
    return *this;
  }
  friend bool operator==(Game const&, Game const&) = default;
};

/// The distinguishing game: in each trial a coin picks the dataset, the mechanism releases once, and the strategy,
/// which sees the release alone, says D, says D', or abstains. If the mechanism is (epsilon, delta)-DP on the pair,
/// then
///
///     Pr[right] <= e^epsilon Pr[wrong] + delta                                                            (G)
///
/// for every strategy and the fair coin. [WZ10, SNJ23] A strategy that never says one of the two may ask for a coin
/// that falls to the dataset it names once in 2^k trials: then
///
///     odds Pr[right] <= e^epsilon Pr[wrong] + delta odds / (1 + odds),     odds = 2^k - 1                (G')
///
/// which knows more of a release that is rare under the other dataset (docs/decisions/0010). A block of trials is
/// played as two runs: the coin's ones under D, the rest under D'. The same Game for any number of threads and any
/// split of the range; sim::Interrupted when asked to stop.
/// @throws std::invalid_argument unless the strategy's odds are possible.
Game play(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Strategy const& strategy,
          GameOptions const& options);

}  // namespace warner::verify
