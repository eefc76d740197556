#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warner::verify {

/// A bet against "the mean is at most m" of numbers >= 0: each number x multiplies the wealth by
/// (1 + slope x) / (1 + slope m).
/// It is the stake slope m / (1 + slope m) of all there is, on x / m.
struct MeanStake {
  double slope = 0, weight = 0;
};

/// What is known of numbers before the first bet on them. It makes bets good or bad, and never wrong.
struct MeanGuess {
  double mean = 0;            ///< that is claimed, or expected; 0: nothing is known
  double deviation = 0;       ///< standard deviation
  std::uint64_t numbers = 0;  ///< that may come
};

/// Stakes for a claimed mean. Half of the money is on slopes about that of greatest growth where so many numbers show a
/// violation at this level at last; the other half is on slopes of 2^-18 to 2^12 of 1 / mean.
std::vector<MeanStake> mean_stakes(MeanGuess const& guess, double level);

/// What numbers amount to: of each stake the sum of ln(1 + slope x), whatever mean is claimed.
struct MeanSums {
  std::vector<double> logs{};
  std::uint64_t numbers = 0;

  MeanSums& operator+=(MeanSums const& other);
};

/// @param x: >= 0, infinities included.
MeanSums mean_sums(std::span<MeanStake const> stakes, std::span<double const> x);
/// The same of `ones` ones among zeros.
MeanSums mean_sums(std::span<MeanStake const> stakes, std::uint64_t ones, std::uint64_t numbers);

/// ln of the wealth that the stakes together have made against "the mean is at most `mean`".
///
/// Statistic:  the average over stakes of the product of (1 + slope x) / (1 + slope mean). [WSR23]
/// Guarantee:  if each number, given those before it, has a mean of at most `mean`, it is a non-negative
/// supermartingale
///             from 1: Pr[it ever reaches 1 / level] <= level (Ville). No bound on the numbers is needed.
///             The stakes must have been fixed before the first number. Rounded down.
/// Reading:    it falls in `mean`. A number that is infinite makes it infinite.
double log_mean_wealth(MeanSums const& sums, std::span<MeanStake const> stakes, double mean);

/// The infimum of the means that are not refuted, rounded down.
///
/// Guarantee:  Pr[it is ever above the mean] <= level, at all times together.
double mean_lower_bound(MeanSums const& sums, std::span<MeanStake const> stakes, double level);

/// Whether a wealth has reached 1 / level, with a margin that no rounding of a bisection can lose.
bool refutes(double log_wealth, double level);

/// How many ones of so many numbers refute that their mean is at most `mean`; numbers + 1 where not even all do.
std::uint64_t least_refuting_ones(std::span<MeanStake const> stakes, std::uint64_t numbers, double mean, double level);

}  // namespace warner::verify
