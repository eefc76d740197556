#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "verify/bounds/predicted_bound.hpp"
#include "verify/game/counts.hpp"
#include "verify/scores/strategy.hpp"

namespace warner::verify {

/// A candidate: a score with the counts of its values to choose thresholds on, condensed, or a feature to be cut as it
/// is.
struct Entrant {
  Score score;
  std::vector<Count> counts;
  std::uint64_t searched = 0;  ///< trials behind the counts
  bool cut_as_it_is = false;
  bool seeded =
      false;  ///< learned on far more trials than the others: a finalist whatever it promises on so few as these
  std::vector<std::size_t>
      positions{};  ///< where its counts may be cut for what they say themselves; everywhere when there is none
};

/// Standard errors taken off the search counts (docs/decisions/0006): of an event's own counts, and of those that must
/// agree with the slope of a score that adds up many small log ratios.
struct Caution {
  double counts, slope;
  double fewest = 0;        ///< right guesses that an event needs: the best of very many small ones looks too good
  double for_the_rare = 0;  ///< more about smaller events (PredictedBound)
  bool smooth = false;      ///< far out in the tails, what a smooth curve through them expects is as good as counts
};
constexpr Caution cautious{3.5, 3}, bold{0.5, 1, 4}, of_pairs{2, 2, 50}, of_last_pairs{2.5, 2},
    in_the_final{2.5, 2, 0, 0.5};  // the final has few entrants, few cuts, and many trials

/// The entrant with the best predicted bound, and that bound. With no promising one, a strategy that never speaks.
std::pair<Strategy, double> contest(std::vector<Entrant> const& entrants, Target const& target, Caution const& caution);

/// Where a cautious look promises nothing, a bolder one may still: a leak near the edge of what the budget can show.
/// Pairs of datasets are looked at alike, so that what they promise can be compared.
enum class Stage { first, second, final, pair };
std::pair<Strategy, double> winner(std::vector<Entrant> const& entrants, Target const& target, Stage stage);

/// Whether an event that is rare in these trials may be worth clearly more than `bound`, so that more trials are.
bool rare_may_be_worth_more(std::vector<Entrant> const& entrants, Target const& target, double bound);

/// Whether more trials would hardly change the choice: a cautious look at these entrants promises nearly what one
/// without caution does.
bool is_settled(std::vector<Entrant> const& entrants, Target const& target);

/// The entrants with the best predicted bounds, at most `many` for each of several cautions, and the seeded ones.
std::vector<Entrant> finalists(std::vector<Entrant> const& entrants, Target const& target, std::size_t many);

/// The same, to be cut only where one of several cautions would: other trials are to choose among these cuts. So few
/// are compared there that the best hardly looks better than it is.
std::vector<Entrant> with_best_cuts(std::vector<Entrant> entrants, Target const& target);

/// The same with more cuts where the best event of an entrant is common: those that enlarge it, or make it hardly
/// smaller. Such events share its luck or have less, so that the trials that found them may count among those that
/// compare them.
std::vector<Entrant> with_cuts_near_the_best(std::vector<Entrant> entrants, Target const& target);

}  // namespace warner::verify
