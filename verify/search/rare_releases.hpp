#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/address.hpp"
#include "sim/edges.hpp"
#include "sim/replicates.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {

/// Releases of both datasets to learn on, not as many of each: of every range about so many that a score calls rare.
/// The further out in its tail a release lies, the surer it is kept: of all halvings of a tail there are as many.
/// Whether one is kept does not follow from its dataset, so that p / q stays what it is where it lies.
class RareReleases {
 public:
  explicit RareReleases(std::size_t width) : width_{width} {}

  /// Begins with a range of replicates; what was kept of others stays.
  /// @param by: the candidate whose values say what is rare; its counts are those of its groups so far.
  /// @param many: releases to keep of these.
  void begin(Candidate const& by, std::size_t many, sim::Replicates const& range);

  /// Keeps what is rare of one arm in one block. From several threads at once, of each block and arm once.
  /// @param values: the candidate's, of every release.
  void see(std::uint64_t block, sim::Arm arm, mechanisms::ConstBatch releases, std::span<double const> values);

  /// The releases kept of all ranges, column by column; once all blocks have been seen.
  std::vector<double> kept(sim::Arm arm) const;

 private:
  struct Block {
    std::array<std::vector<double>, 2> kept{};  // row by row
  };

  std::size_t width_, earlier_ = 0;  // blocks, of ranges before
  std::uint64_t first_block_ = 0;
  sim::Edges edges_{{}};
  std::vector<double> shares_{};
  std::vector<Block> blocks_{};
};

}  // namespace warner::verify
