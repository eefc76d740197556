#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warner::verify {

/// How long two programs took, one right after the other, for as much work.
struct TimePair {
  std::uint64_t base = 0, head = 0;  ///< nanoseconds, both positive

  double ratio() const { return static_cast<double>(head) / static_cast<double>(base); }
};

/// Whether one program takes longer than another, from pairs of times: the sign test.
///
/// Statistic:   the pairs whose ratio is above the factor, among n: binomial(n, 1/2) at most.
/// Guarantee:   Pr[p <= alpha] <= alpha, for every alpha, where a head takes at most `factor` times as long as a base
///              would have taken in its place.
/// Assumptions: a fair coin says in each pair who goes first, both are started anew for it, and the two have one law of
///              noise up to their scale (verify/game/turns.hpp). The machine may drift, pause and change its speed: the
///              coin makes the sign fair, whatever happened before.
/// Reading:     small where the head is slower than that. No law of times is assumed, and one outlier is one sign.
/// @throws std::invalid_argument where a time is zero, or the factor is not positive.
double p_value_of_larger_times(std::span<TimePair const> pairs, double factor);
/// Likewise, of a head that takes at least `factor` times as long.
double p_value_of_smaller_times(std::span<TimePair const> pairs, double factor);

/// The ratio of two programs' times, and between which ratios it lies.
struct TimeRatio {
  double median = 1, lower = 0, upper = 0;  ///< upper may be infinite
};

/// The ratios that neither test refuses at half of the level: order statistics of the pairs' ratios [T36].
/// Guarantee: it holds the programs' ratio with probability 1 - level at least, under the same assumptions.
/// No pairs, or too few, leave an end open: 0 and infinity.
TimeRatio ratio_of_times(std::span<TimePair const> pairs, double level);

/// The fewest pairs, of which it is enough for the p-value to be at most the level that four in five are on one side.
std::size_t pairs_needed(double level);

}  // namespace warner::verify
