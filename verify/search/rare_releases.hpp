#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/address.hpp"
#include "sim/replicates.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {

/// Releases of both datasets to learn on, not as many of each: about so many of a range's that a score calls rare.
/// The further out in its tail a release lies, the surer it is kept: of all halvings of a tail there are as many.
/// Whether one is kept does not follow from its dataset, so that p / q stays what it is where it lies.
class RareReleases {
 public:
  /// @param by: which candidate's values say what is rare; its counts are those of its groups so far.
  RareReleases(std::vector<Candidate> const& candidates, std::size_t by, std::size_t width, std::size_t many,
               sim::Replicates const& range);

  std::size_t by() const { return by_; }

  /// Keeps what is rare of one arm in one block. From several threads at once, of each block and arm once.
  /// @param values: the candidate's, of every release.
  void see(std::uint64_t block, sim::Arm arm, mechanisms::ConstBatch releases, std::span<double const> values);

  /// The releases kept, column by column; once all blocks have been seen.
  std::vector<double> kept(sim::Arm arm) const;

 private:
  struct Block {
    std::array<std::vector<double>, 2> kept{};  // row by row
  };
  std::size_t index_of(std::uint64_t block) const { return block - range_.first_block(); }

  std::size_t by_, width_;
  sim::Replicates range_;
  std::vector<double> edges_, shares_;
  std::vector<Block> blocks_;
};

}  // namespace warner::verify
