#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "verify/bounds/predicted_bound.hpp"
#include "verify/game/counts.hpp"
#include "verify/scores/strategy.hpp"
#include "verify/search/selection_policy.hpp"

namespace warner::verify {

/// A score with the counts of its values, condensed, among which its thresholds are chosen.
struct Candidate {
  Score score;
  std::vector<Count> counts;
  std::uint64_t searched = 0;            ///< trials behind the counts
  bool cut_as_it_is = false;             ///< thresholds lie on the feature of its bins, not on log ratios
  bool learned_on_many = false;          ///< on far more trials than the others: shortlisted in any case
  std::vector<std::size_t> positions{};  ///< where its own counts may be cut; everywhere when there is none
};

/// A strategy with the bound that it is predicted to certify; it certifies nothing.
struct Selected {
  Strategy strategy;
  double predicted_bound;
};

/// Selects the candidate, with its cuts, of the best predicted bound under one policy.
/// Where none is predicted anything, the strategy never speaks and the bound is -infinity.
Selected selected_by(SelectionPolicy const& policy, std::vector<Candidate> const& candidates, Target const& target);

/// What the counts of the candidates are of, which says how they are read.
enum class Stage {
  held_out,  ///< the half of the sample that was kept to try on
  enlarged,  ///< that half, with a recount of a shortlist added
  recount,   ///< a recount alone
  pairs      ///< a recount of one of several pairs, all of which are read alike
};

/// Selects by the policy of the stage.
///
///   1. Takes the best under the stage's own policy.
///   2. Of an enlarged sample or a recount, takes a rare event instead where it is predicted clearly more.
///   3. Where nothing is predicted, tries ever less cautious policies; not between pairs.
Selected selected_at(Stage stage, std::vector<Candidate> const& candidates, Target const& target);

/// Whether an event that is rare in these trials may be worth clearly more than `bound`, so that more trials are.
bool rare_may_be_worth_more(std::vector<Candidate> const& candidates, Target const& target, double bound);

/// Whether more trials would hardly change the choice.
/// A cautious policy then predicts nearly as much of these candidates as an optimistic one.
bool is_settled(std::vector<Candidate> const& candidates, Target const& target);

/// The candidates with the best predicted bounds, at most `many` for each proposing policy, and those learned on many.
std::vector<Candidate> shortlisted(std::vector<Candidate> const& candidates, Target const& target, std::size_t many);

/// The same candidates, to be cut only where, or a little further out than where, a proposing policy would.
/// Other trials choose among so few cuts, so that the best hardly looks better than it is.
std::vector<Candidate> with_best_cuts(std::vector<Candidate> candidates, Target const& target);

/// The same candidates with more cuts around a best event that is common: larger ones, and slightly smaller ones.
/// Such events share its luck or have less: trials that found them may count among those that compare them.
std::vector<Candidate> with_cuts_near_the_best(std::vector<Candidate> candidates, Target const& target);

}  // namespace warner::verify
