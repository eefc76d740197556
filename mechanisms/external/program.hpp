#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/external/conversation.hpp"
#include "mechanisms/external/requests.hpp"

namespace warner::mechanisms::external {

/// Another program as a mechanism: docs/external.md. It reads a line a request (requests.hpp), and writes that many
/// independent releases.
///
/// Datasets:   arms (arms.hpp) stand for the two that it was made with.
/// Seeds:      releases of a block come from one request, whose seed (53 bits) is the first word of the block's stream:
///             a program that draws from its seed alone makes the same releases for any number of threads.
/// Processes:  one serves one thread at a time; they are started as they are needed. Each is first asked for what the
///             first one said, with another seed: two that agree, where independent ones would not by chance
///             (agreement.hpp), share their randomness.
/// Columns:    a hundred releases of each dataset say what they are (layout.hpp); nothing is certified on them.
/// Errors:     ProgramFailed, from every call, when it crashes, hangs, or answers what is no answer.
class Program {
 public:
  /// Starts it. @throws ProgramFailed; std::invalid_argument when a claim is none.
  Program(WrittenPair const& datasets, Guarantee const& claim, Launch launch, std::uint64_t seed);

  std::vector<Column> columns(Dataset const& arm) const;
  void release(Dataset const& arm, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }

  /// Words that it said when it was tried, with the numbers that they are.
  std::map<std::string, double> const& words() const;
  /// The end of an audit: every process must end without another word. What must not pass in silence is said now:
  /// releases that held NaN, unless the claim was refuted, and a program that never said anything but one word. @throws
  /// ProgramFailed.
  void finish(bool refuted) const;

 private:
  class Processes;
  Guarantee claim_;
  std::shared_ptr<Processes> processes_;
};

}  // namespace warner::mechanisms::external
