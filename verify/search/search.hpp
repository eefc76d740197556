#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/driver.hpp"
#include "verify/bounds/predicted_bound.hpp"
#include "verify/game/sample.hpp"
#include "verify/scores/strategy.hpp"

namespace warner::verify {

/// Numbers of releases that a search keeps in memory to learn from: 256 MiB.
inline constexpr std::uint64_t most_numbers_kept = std::uint64_t{1} << 25;

/// Search trials that anything can be learned from: a release of each dataset to learn on, and one to try that on.
inline constexpr std::uint64_t fewest_to_learn = 4;

/// What is known of pairs to choose from, before any trial.
struct AmongPairs {
  std::size_t named = 0;  ///< the first so many are their author's own: half of the places in every round are for them
  /// Which pair each of the last so many varies: it is searched only where that one came far.
  std::vector<std::size_t> variation_of{};
  double epsilon = 0;  ///< claimed of them, where it is known
  /// The pair from so many times as far (a group's, in the place of a person's); empty where there is none.
  std::function<std::optional<mechanisms::Pair>(mechanisms::Pair const&, double times)> from_afar{};
};

/// What earlier looks at a pair leave to a further one.
struct Looked {
  std::vector<Score> scores{};       ///< learned there, that came furthest: they are counted afresh
  std::uint64_t next_replicate = 0;  ///< from which on no look has drawn
};

struct SearchOptions {
  Target target;                  ///< the certifying run that a strategy is chosen for
  std::uint64_t trials = 0;       ///< whose releases are kept to learn on, both datasets together
  std::uint64_t most_trials = 0;  ///< all together: the rest are counted in rounds
  AmongPairs among{};             ///< where there are pairs to choose from
  bool compares_pairs = false;    ///< it is to be compared with others, not to be played
  std::size_t rivals = 1;         ///< pairs that are compared, this one among them
  Looked before{};                ///< at this pair
  std::uint64_t seed = 1;
  sim::Generator generator = sim::Generator::ars;
  bool white_box = false;  ///< let `likelihood` be a candidate
  bool low_bits = false;   ///< read the low bits of real columns, too
  sim::Execution execution{};
  std::function<void(std::uint64_t trials)> on_counted{};  ///< told how many trials it has come to, as it counts them
  std::string name{};  ///< of the text that the execution's keeper has of the strategy; empty: the search keeps nothing
};

/// What a search comes to.
struct Found {
  Strategy strategy;
  double predicted_bound;  ///< that this strategy should certify; it certifies nothing
  std::uint64_t trials;    ///< that the search took, both datasets together
  Looked looked{};         ///< for a further search of the pair
  /// In its place, where that promises more: strategies to play on the same trials, each at a share of the level.
  std::vector<Strategy> together{};
};

/// Searches one pair for a strategy, and freezes it (docs/decisions/0022).
///
///   1. Learns every score on one half of the first search trials.
///   2. Counts its values on the other half. Cuts of one feature learn nothing but two thresholds, and use both halves,
///      as do scores of earlier looks.
///   3. Drops the less promising half of the scores, and counts the others on as many trials as before.
///      Learners look on: at cells of a grid, at what the most promising score calls rare, at releases of few values.
///      What they learn is counted with the others in the next round.
///   4. Goes on until all trials are spent. Each choice reads all counts of a score, against the best luck of all.
///   5. Where less caution prefers another event, and that promises more than a share of the level costs, the
///      certifying trials decide between them (docs/decisions/0037).
///
/// With too few trials to learn from, the strategy never speaks.
Found search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options);

/// Of so many search trials those that are kept to learn on: the first hundred thousand, or a sixth, and no more than
/// two lessons of each dataset.
std::uint64_t kept_of(std::uint64_t most);

/// The options of a search that takes so many trials, of which it keeps the same part, or a sixth.
SearchOptions within(SearchOptions options, std::uint64_t most);

/// What the best strategy is predicted to certify that samples drawn elsewhere show, to compare pairs by.
double predicted_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                    mechanisms::Pair const& pair, SearchOptions const& options);

/// The same selection on samples that were drawn elsewhere, whatever options.trials, without a recount.
/// Scores are learned on one and tried on the other.
Strategy search_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                   mechanisms::Pair const& pair, SearchOptions const& options);

}  // namespace warner::verify
