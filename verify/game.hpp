#pragma once

#include <cstdint>

#include "mechanisms/mechanism.hpp"
#include "sim/driver.hpp"
#include "sim/tally.hpp"
#include "verify/strategy.hpp"

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

/// The distinguishing game: in each trial a fair coin picks the dataset, the mechanism releases once, and the strategy, which sees
/// the release alone, says D, says D', or abstains. If the mechanism is (epsilon, delta)-DP on the pair, then
///
///     Pr[right] <= e^epsilon Pr[wrong] + delta                                                            (G)
///
/// for every strategy. [WZ10, SNJ23] A block of trials is played as two runs: the coin's ones under D, the rest under D'.
/// The same Game for any number of threads and any split of the range; sim::Interrupted when asked to stop.
Game play(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Strategy const& strategy, GameOptions const& options);

}  // namespace warner::verify
