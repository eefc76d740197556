#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "verify/bounds/predicted_bound.hpp"
#include "verify/game/counts.hpp"

namespace warner::verify {

/// Two cuts of the line: the values before `low_end` speak for one dataset, those from `high_begin` on for the other.
struct Cuts {
  std::size_t low_end = 0, high_begin = 0;  ///< indices into the counts they were chosen on
  bool low_says_d = false;
  double predicted = 0;         ///< bound that they are expected to certify
  double right = 0, wrong = 0;  ///< the counts behind that
};

enum class Orientation { high_says_d, either };

/// The cuts with the best predicted bound, where it is above `floor`.
/// Positions to cut at are spread over the mass and, in ever smaller steps, into both tails.
/// So rare events are tried as well as common ones, and no event probability is fixed beforehand.
Cuts best_cuts(std::vector<Count> const& counts, PredictedBound const& predict, Orientation orientation,
               double floor = -std::numeric_limits<double>::infinity());

/// The best cuts at some of the positions, 0 to counts.size(); at all of them when none is given.
Cuts best_cuts_at(std::vector<std::size_t> positions, std::vector<Count> const& counts, PredictedBound const& predict,
                  Orientation orientation, double floor = -std::numeric_limits<double>::infinity());

}  // namespace warner::verify
