#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mechanisms/external/conversation.hpp"
#include "mechanisms/mechanism.hpp"

namespace warner::mechanisms::external {

/// Another program as a mechanism: docs/external.md. It reads a line of JSON a request,
///
///     {"dataset": [0, 1], "trials": 3, "seed": 7}
///
/// and writes that many independent releases of M(dataset). Releases of a block come from one request, whose seed (53 bits) is the first word of the block's stream: a program that draws
/// from its seed alone makes the same releases for any number of threads. One process serves one thread at a time; they are started as they are needed.
///
/// Columns:    a hundred releases of each dataset say what they are (layout.hpp); nothing is certified on them.
/// Errors:     ProgramFailed, from every call, when it crashes, hangs, or answers what is no answer.
class Program {
 public:
  /// Starts it. A dataset that is neither of the pair is not asked for. @throws ProgramFailed; std::invalid_argument when a claim is none.
  Program(Pair const& pair, Guarantee const& claim, Launch launch, std::uint64_t seed);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }

  /// Words that it said when it was tried, with the numbers that they are.
  std::map<std::string, double> const& words() const;
  /// The end of an audit: every process must end without another word. What must not pass in silence is said now: releases that held NaN, unless the claim
  /// was refuted, and a program that never said anything but one word. @throws ProgramFailed.
  void finish(bool refuted) const;

 private:
  class Processes;
  Guarantee claim_;
  std::shared_ptr<Processes> processes_;
};

}  // namespace warner::mechanisms::external
