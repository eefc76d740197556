#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "verify/predicted_bound.hpp"
#include "verify/sample.hpp"
#include "verify/strategy.hpp"

namespace warner::verify {

/// A candidate: a score with the counts of its values to choose thresholds on, condensed, or a feature to be cut as it is.
struct Entrant {
  Score score;
  std::vector<Count> counts;
  std::uint64_t searched = 0;  ///< trials behind the counts
  bool cut_as_it_is = false;
};

/// Standard errors taken off the search counts (docs/decisions/0006): of an event's own counts, and of those that must agree with the slope of
/// a score that adds up many small log ratios.
struct Caution {
  double counts, slope;
};
constexpr Caution cautious{3.5, 3}, bold{0.5, 1}, in_the_final{3.5, 1};  // the final has few entrants and many trials

/// The entrant with the best predicted bound, and that bound. With no promising one, a strategy that never speaks.
std::pair<Strategy, double> contest(std::vector<Entrant> const& entrants, Target const& target, Caution const& caution);

/// Where a cautious look promises nothing, a bolder one may still: a leak near the edge of what the budget can show.
enum class Stage { first, final };
std::pair<Strategy, double> winner(std::vector<Entrant> const& entrants, Target const& target, Stage stage);

/// The entrants with the best predicted bounds, cautiously and boldly read, at most `many` of each.
std::vector<Entrant> finalists(std::vector<Entrant> const& entrants, Target const& target, std::size_t many);

}  // namespace warner::verify
