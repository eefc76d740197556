#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"
#include "verify/scores/hash_table.hpp"

namespace warner::verify {

/// A cell of the grid that the coordinates' bins make, with how many releases of each dataset lie in it.
struct Cell {
  std::vector<std::uint16_t> bins;  ///< of every coordinate; one more than there are is that of NaN
  double d = 0, d_prime = 0;
};

/// A histogram grid over releases: one set of edges for each coordinate.
/// Releases of few symbols and rare numbers lie by the million in a few thousand cells, which say nearly all of them.
class HistogramGrid {
 public:
  /// Chooses the edges on some releases.
  ///
  ///   1. Every value that keeps coming back is a symbol, and has a bin of its own.
  ///   2. The other numbers of a coordinate have about `many` bins, even in mass, finer into the tails.
  ///   3. Where numbers lie elsewhere in another context, each context adds about as many.
  ///      A context is the symbol that stands in another column.
  HistogramGrid(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime, std::size_t many,
                sim::Execution const& execution);

  /// The bins of one coordinate, some of which are those of symbols. The others lie in one range of neighbours.
  struct Axis {
    std::vector<double> edges;
    std::vector<std::optional<double>> symbol;  ///< edges.size() + 1: the value, where a bin holds but one
    std::vector<std::size_t> range() const;     ///< the other bins
  };
  std::vector<Axis> const& axes() const { return axes_; }

  /// The cells of releases, in the order of their hashes; once there are more than `most`, those seen so far.
  std::vector<Cell> cells_of(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime,
                             std::size_t most = std::numeric_limits<std::size_t>::max()) const;

  /// The cells of releases that are drawn from the streams of purpose `search`.
  std::vector<Cell> count(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                          sim::Replicates const& range, std::uint64_t seed, sim::Generator generator,
                          sim::Execution const& execution) const;

 private:
  using Seen = HashTable<Cell>;
  static std::vector<Cell> in_order(std::vector<Seen> const& parts);
  void see(Seen& seen, mechanisms::ConstBatch releases, std::size_t first, std::size_t last, bool under_d,
           std::vector<std::uint64_t>& hashes) const;
  Cell cell_of(mechanisms::ConstBatch releases, std::size_t i) const;

  std::vector<Axis> axes_;
  std::vector<std::uint64_t> weights_;  // a release's bins are hashed linearly
};

}  // namespace warner::verify
