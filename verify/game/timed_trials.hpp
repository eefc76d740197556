#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/replicates.hpp"
#include "verify/game/game.hpp"
#include "verify/game/sample.hpp"
#include "verify/scores/strategy.hpp"

namespace warner::verify {

/// A mechanism whose releases come with the time that each took, in nanoseconds, as one more column.
/// They are made one at a time. It claims what the mechanism claims: that the time tells nothing more.
/// Neither its density nor its exact epsilon is known.
mechanisms::AnyMechanism with_durations(mechanisms::AnyMechanism mechanism);

/// Timed releases under both datasets, in the order in which they were made.
/// They lie column by column; the last column is the duration.
struct TimedReleases {
  std::size_t width = 0;
  std::vector<std::vector<double>> d, d_prime;  ///< width columns each

  std::uint64_t under_d() const { return d.empty() ? 0 : d.front().size(); }
  std::uint64_t under_d_prime() const { return d_prime.empty() ? 0 : d_prime.front().size(); }
  void append(TimedReleases const& other);
};

/// Plays trials one after the other on one thread.
///
///   1. The coin falls.
///   2. The dataset that it names is copied to where the other one would be.
///   3. One release is made, and timed.
///
/// So what drifts, as clock rates, caches and other programs do, drifts for both datasets alike.
/// (G) then holds, whatever happened before, of a mechanism that is DP with its durations.
/// The coins and the releases are functions of (seed, purpose, block).
/// The durations are not reproducible, nor is anything that they decide.
/// @throws sim::Interrupted.
TimedReleases timed_trials(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, std::uint64_t seed,
                           sim::Generator generator, bool search, sim::Replicates const& range,
                           std::atomic<bool> const* interrupted);

/// Two samples, to learn on and to try on: the earlier half of the trials and the later one.
/// They are cut to as many of each dataset.
std::pair<Sample, Sample> halves_of(TimedReleases const& trials);

/// What a strategy says of them. `timed` is with_durations of the mechanism.
Game game_of(TimedReleases const& trials, Strategy const& strategy, mechanisms::AnyMechanism const& timed,
             mechanisms::Pair const& pair);

/// The game of timed trials (verify/game/game.hpp), with the fair coin, on one thread.
/// Of the options all are read but the number of threads.
/// @throws std::invalid_argument unless the strategy's coin is fair.
Game play_timed(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Strategy const& strategy,
                GameOptions const& options);

}  // namespace warner::verify
