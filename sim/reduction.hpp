#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/driver.hpp"
#include "sim/replicates.hpp"

namespace warner::sim {

/// What a reduction comes to: counters, which add in any order, modulo 2^64.
using Sums = std::vector<std::uint64_t>;

/// A computation whose result is a sum over blocks of trials, each of which anybody can compute.
///
/// Assumes: the name says all that the blocks' contributions follow from, but for the range.
struct Reduction {
  std::string name;
  Replicates range{};
  std::size_t counters = 0;
  /// The kept text that it is a step towards. Whoever makes the text wants all of its steps, and nobody who has it.
  std::string towards{};
};

/// The contribution of one block: (block, trials in it, counters to add to). Called from several threads at once.
using Contribution = std::function<void(std::uint64_t block, std::uint64_t trials, std::span<std::uint64_t> sums)>;

/// Some neighbouring blocks of a reduction, computed.
struct Piece {
  Replicates range{};
  Sums sums{};
};

/// What knows which pieces of reductions are there already, and keeps those that are computed.
/// Ranks, too, work together on what has a keeper, which every rank then has: rank 0's knows, and is told.
class Keeper {
 public:
  virtual ~Keeper() = default;
  /// The blocks of a reduction that are wanted of this run.
  virtual Replicates share_of(Replicates const& range) const = 0;
  /// The pieces that are there: within the range, none in another.
  virtual std::vector<Piece> begin(Reduction const& reduction) = 0;
  /// Keeps a piece. From one thread at a time.
  virtual void keep(Reduction const& reduction, Piece const& piece) = 0;
  /// A value that is no sum, as one text; nothing where it is not there.
  virtual std::optional<std::string> text(std::string const& name) = 0;
  virtual void keep_text(std::string const& name, std::string const& text) = 0;
};

/// The run has computed its share of a reduction; others have the rest, and the result with it.
struct ShareDone : std::runtime_error {
  ShareDone() : std::runtime_error{"this run's share is done"} {}
};

/// The one door of computations that are long: threads stand behind it, and for those that have a keeper
/// (execution.keeper) and a name, what was kept and ranks (sim/ranks.hpp). The same sums for any number of threads and
/// ranks, and whatever was kept before.
/// @throws Interrupted; ShareDone where trials are missing that are not wanted of this run; what the contributions and
/// the keeper throw.
Sums reduce(Reduction const& reduction, Contribution const& contribution, Execution const& execution);

/// A value that is no sum, from the keeper, or made and kept. The same on all ranks.
std::string kept_text(std::string const& name, std::function<std::string()> const& make, Execution const& execution);

}  // namespace warner::sim
