#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"

namespace warner::verify {

/// A box of the grid that the coordinates' bins make, with how many releases of each dataset lie in it.
struct Cell {
  std::vector<std::uint16_t> bins;  ///< of every coordinate; one more than there are is that of NaN
  double d = 0, d_prime = 0;
};

/// A grid over releases, one set of edges a coordinate. Where releases are made of few symbols and numbers that come
/// rarely, millions of them lie in a few thousand cells, and the cells say nearly all that the releases say.
class Grid {
 public:
  /// Every value that keeps coming back has a bin of its own; other numbers have about `many` bins a coordinate, even
  /// in mass, finer into the tails, and about as many for each symbol of another column in whose company they lie
  /// elsewhere.
  Grid(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime, std::size_t many);

  /// The bins of one coordinate: between edges, and which hold but one value that keeps coming back. Neighbours among
  /// the others lie in one range.
  struct Axis {
    std::vector<double> edges;
    std::vector<std::optional<double>> symbol;  ///< edges.size() + 1: the value, where a bin holds but one
    std::vector<std::size_t> range() const;     ///< the other bins
  };
  std::vector<Axis> const& axes() const { return axes_; }

  /// The cells of releases, in lexicographic order; once there are more than `most`, those seen so far.
  std::vector<Cell> cells_of(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime,
                             std::size_t most = std::numeric_limits<std::size_t>::max()) const;

  /// Those of releases drawn from the streams of purpose `search`.
  std::vector<Cell> count(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                          sim::Replicates const& range, std::uint64_t seed, sim::Generator generator,
                          sim::Execution const& execution) const;

 private:
  using Seen = std::unordered_map<std::uint64_t, Cell>;
  static std::vector<Cell> in_order(std::vector<Seen> const& parts);
  void see(Seen& seen, mechanisms::ConstBatch releases, std::size_t first, std::size_t last, bool under_d,
           std::vector<std::uint64_t>& hashes) const;
  Cell cell_of(mechanisms::ConstBatch releases, std::size_t i) const;

  std::vector<Axis> axes_;
  std::vector<std::uint64_t> weights_;  // a release's bins are hashed linearly
};

}  // namespace warner::verify
