#pragma once

namespace warner::verify {

/// How a candidate's search counts are read when strategies are compared (docs/decisions/0006, 0008).
/// A caution is a number of standard errors by which counts are read against the candidate.
struct SelectionPolicy {
  double caution;             ///< about an event's own counts
  double slope_caution;       ///< about counts that must agree with the slope of a sum of small log ratios
  double fewest_right = 0;    ///< an event of no more right guesses is left out
  double rarity_penalty = 0;  ///< further caution about small events (PredictedBound)
  bool smooth_tails = false;  ///< what a smooth curve through a tail expects is as good as its counts
};

/// All policies that there are.
namespace policies {

// By which a strategy is selected.
constexpr SelectionPolicy on_held_out{3.5, 3};                      ///< tens of thousands of events are compared
constexpr SelectionPolicy on_recount{2.5, 2, 0, 0.5};               ///< few candidates, few cuts, many trials
constexpr SelectionPolicy between_pairs{2, 2, 50};                  ///< of every pair the same
constexpr SelectionPolicy between_last_pairs{2.5, 2};               ///< many a pair leaks most where it leaks rarely
constexpr SelectionPolicy for_rare_events{1.5, 2, 25, 0.5, true};   ///< where one is predicted far more
constexpr SelectionPolicy for_rare_events_of_few_trials{1, 1, 12};  ///< whether more trials may find one

// Optimistic ones, which propose cuts to compare on fresh trials.
constexpr SelectionPolicy less_cautious{2, 1, 4}, optimistic{1.5, 1, 4}, more_optimistic{1, 1, 4},
    most_optimistic{0.5, 1, 4};

/// Those that propose candidates and cuts.
constexpr SelectionPolicy proposing[]{on_held_out, on_recount, optimistic, more_optimistic, most_optimistic};
/// Those that are tried, one after the other, where the policy of the stage predicts nothing.
constexpr SelectionPolicy fallbacks[]{less_cautious, more_optimistic, most_optimistic};

}  // namespace policies
}  // namespace warner::verify
