#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "verify/game/counts.hpp"
#include "verify/search/cuts.hpp"

namespace warner::verify {

/// What a model expects where counts were seen.
struct Expectation {
  std::vector<Count> counts;
  std::size_t low_end;     ///< it speaks of the groups [0, low_end)
  std::size_t high_begin;  ///< and of [high_begin, counts.size()); those between are as they were seen
};

/// The cuts, among the groups that the model speaks of, with the best predicted bound; empty when none is above
/// `floor`. The bound of a cut is the smaller of `by_model`, on what the model expects, and `by_counts`, on what was
/// seen.
std::optional<Cuts> best_expected_cuts(Expectation const& expected, std::vector<Count> const& seen,
                                       PredictedBound const& by_model, PredictedBound const& by_counts,
                                       Orientation orientation,
                                       double floor = -std::numeric_limits<double>::infinity());

}  // namespace warner::verify
