#pragma once

#include <cstddef>
#include <vector>

#include "verify/predicted_bound.hpp"
#include "verify/sample.hpp"

namespace warner::verify {

/// Two cuts of the line: the values before `low_end` speak for one dataset, those from `high_begin` on for the other.
struct Cuts {
  std::size_t low_end = 0, high_begin = 0;  ///< indices into the counts they were chosen on
  bool low_says_d = false;
  double predicted = 0;                     ///< bound that they are expected to certify
};

enum class Orientation { high_says_d, either };

/// The cuts with the best predicted bound. Candidate positions are spread over the mass and, in ever smaller steps, into both
/// tails: rare events are tried as well as common ones, and no event probability is fixed beforehand.
Cuts best_cuts(std::vector<Count> const& counts, PredictedBound const& predict, Orientation orientation);

/// At most about `many` indices into the counts, increasing, 0 and counts.size() among them: even in mass, then geometric
/// towards both ends.
std::vector<std::size_t> spread_positions(std::vector<Count> const& counts, std::size_t many);

}  // namespace warner::verify
