#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/external/conversation.hpp"
#include "mechanisms/external/release/reading.hpp"
#include "mechanisms/external/requests.hpp"

namespace warner::mechanisms::external {

/// What a program is asked about.
struct Datasets {
  Datasets(WrittenPair pair) : texts{std::move(pair.d), std::move(pair.d_prime)} {}
  explicit Datasets(std::vector<std::string> all, std::vector<std::string> called = {})
      : texts{std::move(all)}, names{std::move(called)} {}

  std::vector<std::string> texts;  ///< JSON, on one line each
  /// Of each dataset, for messages. Where there are names, the datasets that a program fails on at once are left out.
  std::vector<std::string> names{};
};

/// Another program as a mechanism (docs/external.md): it reads a request a line (requests.hpp) and answers with
/// releases.
///
/// Datasets:   arms (arms.hpp) stand for those that it was made with. A program that prepares them (hello.hpp) is
///             handed each over once a process.
/// Seeds:      one request asks for a block; its seed (53 bits) is the first word of the block's stream. A program that
///             draws from its seed alone makes the same releases on any number of threads.
/// Processes:  one serves one thread at a time; more start as they are needed. Each repeats the first one's first
///             request with another seed: if they agree beyond chance (agreement.hpp), they share their randomness.
/// Columns:    a hundred releases of each dataset say what they are (release/learn_schema.hpp), or more of them as long
///             as more say more, up to Launch::most_tried; nothing is certified on them.
/// Errors:     every call throws ProgramFailed when the program crashes, hangs, or breaks the format.
class Program {
 public:
  /// Starts it. @throws ProgramFailed; std::invalid_argument when a claim is none.
  /// @param claim: none: it is given later.
  Program(Datasets datasets, std::optional<Guarantee> const& claim, Launch launch, std::uint64_t seed);

  /// The same with another claim. @throws std::invalid_argument when it is none.
  Program claiming(Guarantee const& claim) const;

  std::vector<Column> columns(Dataset const& arm) const;
  void release(Dataset const& arm, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_.value(); }

  /// What it says of itself; empty of a program of version 1.
  Hello const& hello() const;
  /// The datasets that it failed on, and how.
  std::map<std::size_t, std::string> const& failures() const;
  /// What was made of its releases so far.
  Reading const& reading() const;
  /// Ends all processes. @throws ProgramFailed where one says more, and where every release was the same message.
  void finish() const;

 private:
  class Processes;
  std::optional<Guarantee> claim_;
  std::shared_ptr<Processes> processes_;
};

}  // namespace warner::mechanisms::external
