#pragma once

#include <cstddef>
#include <vector>

#include "verify/bounds/predicted_bound.hpp"
#include "verify/game/counts.hpp"

namespace warner::verify {

/// Two cuts of the line, and what the values below, between and above them say.
struct Cuts {
  std::size_t low_end = 0, high_begin = 0;  ///< indices into the counts they were chosen on
  Says says{-1, 0, 1};

  /// Whether the values between speak alone: then such an event may lie anywhere, not at an end.
  bool are_inner() const { return says[1] != 0; }
};

constexpr double sizes_in_a_doubling = 4;  ///< of events that are named

/// Which guesses are tried: high values may speak for D and low ones for D', as log ratios do.
/// Or either end for either dataset, both ends for one, or what lies between.
enum class Shapes { of_log_ratios, all };

/// The best cuts of every size: of each quarter of a doubling of the mass that they speak of, by the bound predicted.
/// So rare events are tried as well as common ones, and no event probability is fixed beforehand.
/// Of each size there is an inner event besides one at the ends: the best of many places does not displace it by luck.
std::vector<Cuts> best_cuts_of_each_size(std::vector<Count> const& counts, PredictedBound const& predict,
                                         Shapes shapes);

}  // namespace warner::verify
