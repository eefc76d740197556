#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/driver.hpp"
#include "verify/bounds/predicted_bound.hpp"
#include "verify/game/sample.hpp"
#include "verify/scores/strategy.hpp"

namespace warner::verify {

/// What is known of pairs to choose from, before any trial.
struct AmongPairs {
  std::size_t named = 0;  ///< the first so many are their author's own: half of the places in every round are for them
  /// Which pair each of the last so many varies: it is searched only where that one came far.
  std::vector<std::size_t> variation_of{};
};

struct SearchOptions {
  Target target;                     ///< the certifying run that a strategy is chosen for
  std::uint64_t trials = 0;          ///< to search on, both datasets together
  std::uint64_t recount_trials = 0;  ///< further ones, for the thresholds of the best; 0: they are chosen on the others
  std::uint64_t most_trials = 0;     ///< of all these and more, as long as more may change the choice
  bool spends_all = false;           ///< most_trials, in any case
  AmongPairs among{};                ///< where there are pairs to choose from
  bool compares_pairs = false;       ///< the recount alone decides, by the policy that all pairs have
  std::uint64_t seed = 1;
  sim::Generator generator = sim::Generator::ars;
  bool white_box = false;  ///< let `likelihood` be a candidate
  bool low_bits = false;   ///< read the low bits of real columns, too
  sim::Execution execution{};
};

/// What a search comes to.
struct Found {
  Strategy strategy;
  double predicted_bound;   ///< that this strategy should certify; it certifies nothing
  double optimistic_bound;  ///< the same without further caution about small events, by which pairs are compared
  std::uint64_t trials;     ///< that the search took, both datasets together
};

/// Searches one pair for a strategy, and freezes it (docs/decisions/0008).
///
///   1. Learns every score on one half of the search trials.
///   2. Counts its values on the other half. Cuts of one feature learn nothing but two thresholds, and use both halves.
///   3. Shortlists the candidates of the best predicted bounds.
///   4. Recounts these on the recount trials, and selects among their cuts.
///
/// Without recount trials the second half selects.
/// The shortlist is then recounted on the rest of options.most_trials only where a rare event may be worth clearly
/// more. With too few trials to learn from, the strategy never speaks.
Found search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options);

/// The options of a search that takes no more trials than so many.
SearchOptions within(SearchOptions options, std::uint64_t most);

/// What the best strategy is predicted to certify that samples drawn elsewhere show, to compare pairs by.
double predicted_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                    mechanisms::Pair const& pair, SearchOptions const& options);

/// The same selection on samples that were drawn elsewhere, whatever options.trials, without a recount.
/// Scores are learned on one and tried on the other.
Strategy search_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                   mechanisms::Pair const& pair, SearchOptions const& options);

}  // namespace warner::verify
