#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/address.hpp"
#include "sim/edges.hpp"
#include "verify/learn/axes.hpp"

namespace warner::verify {

/// A cell of the grid that the bins of all coordinates make, with how many releases of each dataset lie in it.
struct Cell {
  std::vector<std::uint16_t> bins;  ///< of every coordinate; one more than there are is that of NaN
  double d = 0, d_prime = 0;
};

/// The cells that releases lie in, counted as these are drawn.
/// Releases of few symbols and rare numbers lie by the million in a few thousand cells, which say nearly all of them.
class CellCounts {
 public:
  explicit CellCounts(std::vector<Axis> axes);
  ~CellCounts();

  std::vector<Axis> const& axes() const { return axes_; }

  /// Counts the releases of one arm. From several threads at once.
  void add(sim::Arm arm, mechanisms::ConstBatch releases);

  /// Those of all releases so far, in the order of their hashes.
  std::vector<Cell> cells() const;

 private:
  struct Worker;
  struct Workers;  // one a thread

  void add(Worker& worker, sim::Arm arm, mechanisms::ConstBatch releases, std::size_t first, std::size_t last) const;
  Cell cell_of(mechanisms::ConstBatch releases, std::size_t i) const;

  std::vector<Axis> axes_;
  std::vector<sim::Edges> edges_{};       // of each axis
  std::vector<std::uint64_t> weights_{};  // a release's bins are hashed linearly
  std::unique_ptr<Workers> workers_;
};

}  // namespace warner::verify
