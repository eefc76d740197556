#pragma once

#include <cstddef>
#include <vector>

#include "verify/bounds/predicted_bound.hpp"
#include "verify/game/counts.hpp"

namespace warner::verify {

/// Two cuts of the line: the values before `low_end` speak for one dataset, those from `high_begin` on for the other.
struct Cuts {
  std::size_t low_end = 0, high_begin = 0;  ///< indices into the counts they were chosen on
  bool low_says_d = false;
};

constexpr double sizes_in_a_doubling = 4;  ///< of events that are named

enum class Orientation { high_says_d, either };

/// The best cuts of every size: of each quarter of a doubling of the mass that they speak of, by the bound predicted.
/// So rare events are tried as well as common ones, and no event probability is fixed beforehand.
std::vector<Cuts> best_cuts_of_each_size(std::vector<Count> const& counts, PredictedBound const& predict,
                                         Orientation orientation);

}  // namespace warner::verify
