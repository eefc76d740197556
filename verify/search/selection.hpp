#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/driver.hpp"
#include "verify/bounds/predicted_bound.hpp"
#include "verify/game/counts.hpp"
#include "verify/scores/strategy.hpp"
#include "verify/search/cuts.hpp"

namespace warner::verify {

/// An event that a score is cut to, and what is known of it.
struct NamedEvent {
  Cuts cuts;
  double right = 0, wrong = 0, delta_share = 1;  ///< counts, and the share of delta that it spends
  double log_odds = 0;                           ///< posterior mean, of the curve through all counts (OddsCurve)
  double times = 1;                              ///< as if of so many times the trials that were counted
};

/// A score with the counts of its values, condensed, among which its thresholds are chosen.
struct Candidate {
  Score score;
  std::vector<Count> counts;
  std::uint64_t searched = 0;        ///< trials behind the counts
  bool cut_as_it_is = false;         ///< thresholds lie on the feature of its bins, not on log ratios
  std::vector<NamedEvent> events{};  ///< of every size the best
};

/// A strategy with the bound that it is predicted to certify; it certifies nothing.
struct Selected {
  Strategy strategy;
  double predicted_bound;
};

/// What chance alone gives the best of the events compared, in standard errors: the expected maximum's leading term.
/// Whoever chooses among counts reads them that much against each event.
/// Nested events share their luck, so that a score has one for each doubling of what it speaks of.
double luck_of_the_best(std::vector<Candidate> const& candidates, std::size_t rivals = 1);

/// Names the events of every candidate by its counts, and learns what these say of them.
/// Counts are condensed to what lies between the thresholds.
std::vector<Candidate> with_events(std::vector<Candidate> candidates, Target const& target,
                                   sim::Execution const& execution);

/// Selects the named event of the best predicted bound, read so many standard errors against it.
/// Where none is predicted anything, the strategy never speaks and the bound is -infinity.
Selected selected(std::vector<Candidate> const& candidates, Target const& target, double caution);

/// The same, with as much caution as predicts anything: all, or a half, a quarter, none of it.
/// The bound is what all caution predicts, so that others can be compared with it.
Selected selected_at_all(std::vector<Candidate> const& candidates, Target const& target, double caution);

/// What all of the caution prefers, a half, a quarter and none of it, to play on the same trials at an even share of
/// the level each (docs/decisions/0037). Where all of these are events of one score, the best of the others joins them.
/// Empty where the careful choice promises as much alone, at the whole level,
/// read with a quarter of the caution or with none.
std::vector<Strategy> worth_sharing_the_level(std::vector<Candidate> const& candidates, Target const& target,
                                              double caution);

/// Those that most is predicted of when they are read with caution, in turn with those that most is predicted of
/// without. No more than may win: without caution these promise what the best does with it.
std::vector<std::size_t> most_promising(std::vector<Candidate> const& candidates, Target const& target, double caution,
                                        std::size_t fewest, std::size_t most);

}  // namespace warner::verify
