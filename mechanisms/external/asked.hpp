#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/external/release/reading.hpp"
#include "mechanisms/external/requests.hpp"
#include "mechanisms/external/respondent.hpp"

namespace warner::mechanisms::external {

/// What is asked about.
struct Datasets {
  Datasets(WrittenPair pair) : texts{std::move(pair.d), std::move(pair.d_prime)} {}
  explicit Datasets(std::vector<std::string> all, std::vector<std::string> called = {})
      : texts{std::move(all)}, names{std::move(called)} {}

  std::vector<std::string> texts;  ///< JSON, on one line each
  /// Of each dataset, for messages. Where there are names, the datasets that fail at once are left out.
  std::vector<std::string> names{};
};

/// How releases are read.
struct HowRead {
  std::size_t numbers = 0;         ///< little-endian float64 a release; 0: lines of text, or a hello says how many
  bool ideal = false;              ///< whether numbers stand for ideal real ones
  std::optional<Schema> schema{};  ///< what releases are; empty: that is learned from the first ones
  std::size_t most_tried = 100;    ///< releases of each dataset that say what releases are
};

/// A mechanism that is asked for its releases.
///
/// Datasets:   arms (arms.hpp) stand for those that it was made with.
/// Seeds:      one request asks for a block; its seed (53 bits) is the first word of the block's stream. Who draws from
///             the seed alone makes the same releases on any number of threads.
/// Columns:    a hundred releases of each dataset say what they are (release/learn_schema.hpp), or more of them as long
///             as more say more, up to HowRead::most_tried; nothing is certified on them.
/// Freshness:  the first releases of requests with different seeds are compared (freshness.hpp).
/// Errors:     every call throws ProgramFailed when the respondent fails, or its randomness is not fresh.
class Asked {
 public:
  /// Tries it out. @throws ProgramFailed; std::invalid_argument when a claim is none.
  /// @param claim: none: it is given later.
  Asked(Datasets datasets, std::optional<Guarantee> const& claim, std::shared_ptr<Respondent> respondent, HowRead how,
        std::uint64_t seed);

  /// The same with another claim. @throws std::invalid_argument when it is none.
  Asked claiming(Guarantee const& claim) const;

  std::vector<Column> columns(Dataset const& arm) const;
  void release(Dataset const& arm, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_.value(); }

  /// What the respondent says of itself; empty where it says nothing.
  Hello const& hello() const;
  /// The datasets that it failed on, and how.
  std::map<std::size_t, std::string> const& failures() const;
  /// What was made of its releases so far.
  Reading const& reading() const;
  /// What readers of a result should know of the releases, a sentence each.
  std::vector<std::string> notes() const;
  /// Ends it. @throws ProgramFailed where it has more to say, and where every release was the same message.
  void finish() const;

 private:
  class Asking;
  std::optional<Guarantee> claim_;
  std::shared_ptr<Asking> asking_;
};

}  // namespace warner::mechanisms::external
