#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "verify/predicted_bound.hpp"
#include "verify/sample.hpp"

namespace warner::verify {

/// Two cuts of the line: the values before `low_end` speak for one dataset, those from `high_begin` on for the other.
struct Cuts {
  std::size_t low_end = 0, high_begin = 0;  ///< indices into the counts they were chosen on
  bool low_says_d = false;
  double predicted = 0;                     ///< bound that they are expected to certify
  double right = 0, wrong = 0;              ///< the counts behind that
};

enum class Orientation { high_says_d, either };

/// The cuts with the best predicted bound, where it is above `floor`. Candidate positions are spread over the mass and, in ever smaller steps,
/// into both tails: rare events are tried as well as common ones, and no event probability is fixed beforehand.
Cuts best_cuts(std::vector<Count> const& counts, PredictedBound const& predict, Orientation orientation,
               double floor = -std::numeric_limits<double>::infinity());

/// How many positions it tries on this many numbers. Counts condensed to as many give the same cuts, but for the indices.
std::size_t positions_tried(double mass);

/// The masses, between 0 and `all`, that positions are spread over: even, then geometric towards both ends.
std::vector<double> spread_masses(double all, std::size_t many);

/// At most about `many` indices into the counts, increasing, 0 and counts.size() among them: even in mass, then geometric
/// towards both ends.
std::vector<std::size_t> spread_positions(std::vector<Count> const& counts, std::size_t many);

/// The counts between these positions taken together, or between any others; these in any order.
std::vector<Count> condensed(std::vector<Count> const& counts, std::size_t many);
std::vector<Count> condensed(std::vector<Count> const& counts, std::vector<std::size_t> positions);

/// The best cuts at some of the positions, 0 to counts.size(); at all of them when none is given.
Cuts best_cuts_at(std::vector<std::size_t> positions, std::vector<Count> const& counts, PredictedBound const& predict, Orientation orientation,
                  double floor = -std::numeric_limits<double>::infinity());

}  // namespace warner::verify
