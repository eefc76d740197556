#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/address.hpp"
#include "sim/replicates.hpp"
#include "verify/search/search.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {

/// Sees releases as they are counted: those of one arm in one block, with the values of one candidate.
/// From several threads at once, of each block and arm once.
struct Onlooker {
  std::size_t candidate = 0;
  std::function<void(std::uint64_t block, sim::Arm arm, mechanisms::ConstBatch releases,
                     std::span<double const> values)>
      see{};
  std::function<void(std::uint64_t trials)> on_counted{};  ///< told how many trials of this range have been counted
};

/// The candidates with their counts taken anew, on range.count() fresh search releases of each dataset.
/// These may be far more than fit in memory: nothing is stored but counts between the thresholds that may be chosen.
/// Of the options it reads those of the streams, the execution, and the name.
/// @param onlooker: where it sees, it sees all releases; those that a keeper has counted are drawn again.
std::vector<Candidate> recounted(std::vector<Candidate> candidates, mechanisms::AnyMechanism const& mechanism,
                                 mechanisms::Pair const& pair, sim::Replicates const& range,
                                 SearchOptions const& options, Onlooker const& onlooker = {});

/// Adds the counts of `more`, of the same candidates on other trials.
void add(std::vector<Candidate>& candidates, std::vector<Candidate> const& more);

}  // namespace warner::verify
