#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/audit/record.hpp"

namespace warner::results {

/// What a build says of a case: of a claim that is tested.
enum class Verdict {
  passed,        ///< not refuted, with the power that was asked for; or refuted, where a leak is expected
  failed,        ///< refuted; or not, where a leak is expected
  inconclusive,  ///< not refuted, by fewer trials than the power takes
  error          ///< the mechanism crashed, timed out or answered garbage; or the case was interrupted
};
std::string_view word_of(Verdict verdict);

/// Where in the suite's file a case is declared.
struct Place {
  std::string file{};  ///< as it was named on the command line
  std::size_t line = 0, column = 0;
};

/// A case of a suite, and what came of it.
struct Outcome {
  std::string name;     ///< of no other case of the suite; stable from run to run
  std::string group{};  ///< empty: of none
  std::vector<std::string> tags{};
  Place place{};
  std::string mechanism{};  ///< in the words of the file: a name of the catalogue, a command, a function, files
  std::string claim{};      ///< in words, as planned; the record's own may say more
  bool leaks = false;       ///< a leak is expected: the case is a twin that is broken on purpose
  Verdict verdict = Verdict::passed;
  std::optional<Record> record{};   ///< of the check; of a regression that refutes again: of its replay
  std::string finding{};            ///< of accuracy: what is certified, in words; it has no record
  std::string problem{};            ///< of an error: one sentence
  double level = 0;                 ///< its share of the suite's
  double power = 0, violation = 0;  ///< planned: so likely is a violation of this size found, in the claim's currency
  std::uint64_t planned = 0;        ///< trials that this power takes
  std::uint64_t trials = 0;         ///< that were played, regressions included
  double seconds = 0;
  double more_seconds = 0;           ///< of an inconclusive case: as long again would do, at the speed seen
  std::string command{};             ///< asks the same question again, by a shell in the suite's folder
  std::vector<std::string> notes{};  ///< what readers should know: of releases that were odd, of regressions not played
  std::size_t replayed = 0;          ///< earlier witnesses that were played first
  std::string regression{};          ///< file of an earlier witness that refuted again, or of a new one
  std::string smaller{};             ///< a command that makes a smaller example of a failure
};

/// One run of a suite.
struct Run {
  std::string suite{};              ///< the file
  double level = 0;                 ///< a suite of sound mechanisms has a failed case with this probability at most
  std::vector<Outcome> outcomes{};  ///< in the order of the file
  std::size_t deselected = 0;       ///< cases that were left out; their shares of the level are not given to others
  double seconds = 0;
  std::string started{};  ///< UTC, ISO 8601
  bool interrupted = false;

  std::size_t count(Verdict verdict) const;
};

}  // namespace warner::results
