#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/audit/record.hpp"
#include "verify/bounds/paired_times.hpp"

namespace warner::results {

/// What was counted of one program, over all versions in which it was the same: guesses of one frozen strategy; or, of
/// accuracy, errors beyond one frozen size ("right") and within it ("wrong").
struct Evidence {
  std::string fingerprint{};   ///< of the program
  std::uint64_t since = 0;     ///< the version that it is of, first
  std::uint64_t versions = 0;  ///< in which trials were added
  sim::Tally tally{};
};

/// How long a program took beside an older one, in turns (verify/game/turns.hpp).
struct Times {
  std::string base{}, head{};  ///< fingerprints of both programs
  std::uint64_t version = 0;   ///< in which they were timed
  std::uint64_t releases = 0;  ///< that each made in every turn; of the catalogue: trials of an audit
  std::vector<verify::TimePair> pairs{};
};

/// What is kept of a case of a suite from version to version.
struct BaselineEntry {
  std::string name;
  std::string question{};          ///< the words of its question, which are another's when they change
  std::optional<Record> record{};  ///< of privacy: of the measurement that froze the strategy
  std::optional<double> beyond{};  ///< of accuracy, in its place: the size of errors
  Evidence reference{};            ///< of the program that was accepted
  Evidence current{};              ///< of the program as it is; the same evidence, where that is the accepted one
  std::optional<Times> times{};    ///< where it was timed beside an older one

  bool changed() const { return current.fingerprint != reference.fingerprint; }
};

/// A file of them, and the level that all comparisons of all versions spend together.
struct Baseline {
  std::uint64_t version = 1;
  double level = 1e-3;
  std::vector<BaselineEntry> entries{};

  BaselineEntry const* find(std::string_view name) const;
};

/// One JSON document. @throws std::invalid_argument on reading what is none.
std::string to_json(Baseline const& baseline);
Baseline baseline_from_json(std::string_view text);

/// A number by one game, and its exact two-sided 95 % confidence interval.
struct Estimate {
  double value = 0, lower = 0, upper = 0;
};

/// How its time has moved.
struct TimeMove {
  Times times{};
  verify::TimeRatio ratio{};  ///< with its exact two-sided 95 % confidence interval
  double factor = 1;          ///< up to which it may have become slower, or faster
  bool accepted = true;       ///< whether the older program is the one that the base accepted
};

/// How a case has moved between two versions.
struct Move {
  enum class Kind { unchanged, none, worse, better, appeared, gone, asks_otherwise, not_looked_at } kind = Kind::none;
  std::string name;
  Evidence base{}, head{};
  double level = 0;  ///< of each of the two directions
  double p_worse = 1, p_better = 1;
  std::optional<double> beyond{};  ///< of accuracy
  /// Of epsilon, as far as the odds of the guesses show it; of accuracy, of the share of errors beyond.
  Estimate base_estimate{}, head_estimate{};
  std::optional<TimeMove> time{};  ///< of time, in place of these
};

/// Compares the head's programs with those that the base accepted, by the strategies of the base; and, where the head
/// has timed them beside older ones, their times.
/// Guarantee: over an infinite series of versions of programs whose laws and speeds never change, some comparison says
/// that one moved with probability at most the base's level. Version k has verify::level_of_comparison of it, shared
/// evenly over what is compared and directions.
/// @param factor: up to which times may move, 1 at least.
std::vector<Move> compare(Baseline const& base, Baseline const& head, double factor = 1.1);

/// The level that each comparison of a version has, in each direction, where so many are made.
double level_of_each(Baseline const& base, std::uint64_t version, std::size_t comparisons);

/// A list of them as JSON.
std::string to_json(std::vector<Move> const& moves);

}  // namespace warner::results
