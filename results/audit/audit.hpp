#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"
#include "mechanisms/external/external_mechanism.hpp"
#include "results/audit/record.hpp"
#include "verify/measure.hpp"

namespace warner::results {

/// A question as a person asks it: which mechanism, with what, on which pair, against which claim.
struct Question {
  std::string mechanism;                 ///< name in the registry
  mechanisms::ParameterValues values{};  ///< its parameters
  std::optional<mechanisms::external::ExternalMechanism>
      outside{};  ///< in place of a name and parameters: a mechanism that is in no registry
  std::optional<mechanisms::external::Sought> sought{};  ///< in place of that: one whose pair is sought among several
  std::optional<mechanisms::Pair> pair{};                ///< empty: the mechanism's default
  bool search_pairs = false;                             ///< audit the most promising pair, found with search trials
  std::vector<mechanisms::Pair> pairs{};  ///< which it is sought among; empty: the mechanism's own, and others that
                                          ///< follow from its domain (mechanisms/catalogue/pairs_to_try.hpp)
  std::vector<std::size_t> lengths{};  ///< of answers, that pairs may have; empty: the one of the mechanism as given.
                                       ///< The record's parameters are those of the length that was certified
  bool lengths_are_usual =
      false;  ///< nobody named them: pairs of the first length, and others where those promise most
  std::optional<mechanisms::Guarantee> claim{};  ///< empty: the mechanism's own
  std::vector<mechanisms::Guarantee> also{};     ///< claimed together with it: refuted where any of them is
  std::optional<double> delta{};                 ///< empty: the claim's, else the mechanism's, else 0
  verify::MeasureOptions options{};              ///< delta is taken from the above
  std::optional<double> seconds{};               ///< that it should take: the budget follows from the machine's speed
  std::function<void(verify::Check const& so_far)> on_look{};  ///< of a check: called after each look
};

/// Measures and decides: the record of one audit. @throws std::invalid_argument on bad input, sim::Interrupted.
Record audit(Question const& question);

/// Checks, in rounds that stop at a refutation: the record of one sequential audit. An interruption ends it with what
/// was seen.
Record check(Question const& question);

/// Whether a record needs a look: a sound mechanism that is refuted although its claim holds as far as is known, or one
/// broken on purpose that got away, unless the registry says that it is out of reach.
bool unexpected(Record const& record);

/// A record's frozen strategy, played again on the same certifying trials; of a check, the strategies of all its
/// rounds.
struct Replay {
  sim::Tally recorded{}, replayed{};
  Record follows{};  ///< the record that the same question, strategies and trials make: the recorded one, where nobody
                     ///< changed it (results/audit/contradictions.hpp)
  bool same() const { return recorded == replayed; }
};
Replay replay(Record const& record, sim::Execution const& execution);
/// The same of a mechanism that is in no registry.
Replay replay(Record const& record, mechanisms::external::ExternalMechanism const& outside, sim::Execution execution);
/// The same of any mechanism.
Replay replay(Record const& record, mechanisms::AnyMechanism const& mechanism, sim::Execution const& execution);

/// How a record's strategy is played on releases that its audit never saw.
struct Fresh {
  std::uint64_t trials = 0;  ///< 0: as many as certified
  double level = 0.05;       ///< of the statement that follows, by itself
  std::uint64_t seed = 0;
};

/// Plays the frozen strategy of a record (of a check, the witness) on fresh releases. @return what a
/// measurement of that strategy says of the record's claim: bounds and a decision of its own.
/// Where a program can not be seeded, nothing else can be played again.
/// @throws std::invalid_argument for a timed record, a bad level, and a seed that the strategy has seen: the record's
/// own, and, of a record of fresh releases, those of the records before it.
Record play_fresh(Record const& record, Fresh const& fresh, sim::Execution const& execution);
/// The same of a mechanism that is not in the catalogue.
Record play_fresh(Record const& record, mechanisms::external::ExternalMechanism const& outside, Fresh const& fresh,
                  sim::Execution const& execution);

/// The first seed after a record's own that its strategy has not seen.
std::uint64_t unseen_seed(Record const& record);

/// The same in parts, which anybody may play and which add in any order: the trials of one range, of a seed.
verify::Game play_part(Record const& record, std::uint64_t seed, sim::Replicates const& range,
                       sim::Execution const& execution);
verify::Game play_part(Record const& record, mechanisms::external::ExternalMechanism const& outside, std::uint64_t seed,
                       sim::Replicates const& range, sim::Execution const& execution);
/// What follows from all parts together: of [0, trials), as play_fresh says it.
/// All parts are of one strategy (fingerprint_of_play), and of the seed that is named.
/// @throws std::invalid_argument as that; where there are not so many trials.
Record conclude_parts(Record const& record, verify::Game const& all, Fresh const& fresh);
Record conclude_parts(Record const& record, mechanisms::external::ExternalMechanism const& outside,
                      verify::Game const& all, Fresh const& fresh);

}  // namespace warner::results
