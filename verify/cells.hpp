#pragma once

#include <cstdint>
#include <vector>

#include "mechanisms/mechanism.hpp"
#include "sim/driver.hpp"
#include "verify/bins.hpp"

namespace warner::verify {

/// A box of the grid that some coordinates' bins make, by the number that their bins spell, with how many releases of each dataset lie in it.
struct Cell {
  std::uint64_t number = 0;
  double d = 0, d_prime = 0;
};

/// A grid over releases, one set of edges a coordinate. Where releases are made of few symbols and numbers that come rarely, millions of them
/// lie in a few thousand cells, and the cells say nearly all that the releases say.
class Grid {
 public:
  /// Every value that keeps coming back has a bin of its own; other numbers have about `many` bins a coordinate, even in mass, finer into the tails.
  Grid(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime, std::size_t many);

  /// Whether its cells can be numbered.
  bool is_countable() const { return countable_; }

  /// The bins of one coordinate: between edges, and which hold but one value that keeps coming back. Neighbours among the others lie in one range.
  struct Axis {
    std::vector<double> edges;
    std::vector<bool> is_symbol;  ///< edges.size() + 1
  };
  std::vector<Axis> const& axes() const { return axes_; }

  /// The cells of releases, by increasing number.
  std::vector<Cell> cells_of(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime) const;

  /// Those of releases drawn from the streams of purpose `search`.
  std::vector<Cell> count(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, sim::Replicates const& range, std::uint64_t seed,
                          sim::Generator generator, sim::Execution const& execution) const;

  /// The bin of coordinate j in a cell; axes()[j].edges.size() + 1 for NaN.
  std::size_t bin_of(std::uint64_t number, std::size_t j) const { return static_cast<std::size_t>(number / place_[j] % bins(j)); }

 private:
  std::size_t bins(std::size_t j) const { return axes_[j].edges.size() + 2; }
  void numbers_of(mechanisms::ConstBatch releases, std::vector<std::uint64_t>& numbers) const;

  std::vector<Axis> axes_;
  std::vector<std::uint64_t> place_;  // value of a digit
  bool countable_ = true;
};

}  // namespace warner::verify
