#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sim/reduction.hpp"

namespace warner::sim {

/// Hands out the blocks of a reduction that are missing, in pieces of about half a second, and adds up what comes back.
/// Pieces may come back in any order, from any thread.
class Dealer {
 public:
  /// @param workers: who share the work; each of them has several threads.
  Dealer(Reduction const& reduction, Execution const& execution, int workers);

  /// The next piece to compute; nothing where all are given away.
  std::optional<Replicates> next();
  /// A piece that was computed, in so many seconds.
  void done(Piece const& piece, double seconds);
  /// The sum of the pieces that were kept before and of those that came back; and, as one more counter, how many trials
  /// are in none of them.
  Sums sums() const;

 private:
  std::mutex mutex_;
  Reduction const& reduction_;
  Execution const& execution_;
  std::uint64_t workers_;
  Sums sums_;
  std::vector<Replicates> missing_;  ///< in falling order
  std::uint64_t blocks_ = 16;        ///< of a piece
  std::uint64_t missing_trials_ = 0, done_trials_ = 0;
};

/// A range as people write it: "[first, last)".
std::string words(Replicates const& range);

/// The trials of a range that no piece has, in order.
/// @throws std::invalid_argument where pieces overlap, or one is not of whole blocks of the range.
std::vector<Replicates> missing_of(Replicates const& range, std::vector<Piece> const& pieces);

}  // namespace warner::sim
