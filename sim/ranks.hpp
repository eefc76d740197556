#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sim/dealer.hpp"

namespace warner::sim {

/// Processes that run the same program on the same words, perhaps on several machines, and compute reductions together.
/// They take every reduction in the same order, and go on with the same sums; nothing else in the house knows of them.
class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Computes what rank 0 deals, on all ranks, and returns rank 0's sums on each.
  /// @param dealer: of rank 0; none elsewhere.
  virtual Sums share_out(Dealer* dealer, std::function<Sums(Replicates const&)> const& compute,
                         std::size_t counters) = 0;
  /// The text of rank 0, on every rank.
  virtual std::optional<std::string> from_rank_0(std::optional<std::string> text) = 0;
};

/// Those that this process is one of; none where it is alone.
Ranks* ranks();
/// Once, before anything is computed.
void set_ranks(Ranks* ranks);

/// Whether this process prints and writes files: rank 0, or one that is alone.
bool speaks();

}  // namespace warner::sim
