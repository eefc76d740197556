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
  std::vector<std::size_t>
      variation_of{};  ///< which pair each of the last so many varies: it is looked at only where that one came far
};

struct SearchOptions {
  Target target;                   ///< the certifying run to win
  std::uint64_t trials = 0;        ///< to search on, both datasets together
  std::uint64_t final_trials = 0;  ///< further ones, for the thresholds of the best; 0: they are chosen on the others
  std::uint64_t most_trials = 0;   ///< of all these and more, as long as more promise a better choice
  bool spends_all = false;         ///< most_trials, whatever more promise
  AmongPairs among{};              ///< where there are pairs to choose from
  bool compares_pairs =
      false;  ///< the final alone decides, and looks as boldly as at any other pair, whatever it promises
  std::uint64_t seed = 1;
  sim::Generator generator = sim::Generator::ars;
  bool white_box = false;  ///< let `likelihood` compete
  bool low_bits = false;   ///< read the low bits of real columns, too
  sim::Execution execution{};
};

/// What a search comes to.
struct Found {
  Strategy strategy;
  double predicted_bound;  ///< that this strategy should certify; it certifies nothing
  double hoped_bound;  ///< the same without further caution about small events: so pairs of datasets are compared, many
                       ///< of which leak most where they leak rarely
  std::uint64_t trials;  ///< that the search took, both datasets together
};

/// Learns every score on one half of the search trials, lets them compete on the other half by the bound that they are
/// predicted to certify, and freezes the winner; where there are final trials, the best few meet again on those
/// (docs/decisions/0008). Cuts of one feature learn nothing but their two thresholds, and use both halves. Without
/// final trials the best few are looked at again on what is left of options.most_trials, where a rare event may be
/// worth clearly more than the one that won. With too few trials to learn from, the strategy never speaks.
Found search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options);

/// The same contest on samples that were drawn elsewhere, whatever options.trials: scores are learned on one and tried
/// on the other.
Strategy search_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                   mechanisms::Pair const& pair, SearchOptions const& options);

}  // namespace warner::verify
