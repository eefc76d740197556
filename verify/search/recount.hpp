#pragma once

#include <cstddef>

#include "sim/replicates.hpp"
#include "verify/search/rare_releases.hpp"
#include "verify/search/search.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {

/// What is to see the releases that one of the candidates calls rare.
struct Rare {
  RareReleases* releases = nullptr;
  std::size_t by = 0;  ///< of the candidates
};

/// The candidates with their counts taken anew, on range.count() fresh search releases of each dataset.
/// These may be far more than fit in memory: nothing is stored but counts between the thresholds that may be chosen.
/// Of the options it reads those of the streams, the execution, and the name.
/// Rare releases are seen as they are counted; those that a keeper has counted are drawn again.
std::vector<Candidate> recounted(std::vector<Candidate> candidates, mechanisms::AnyMechanism const& mechanism,
                                 mechanisms::Pair const& pair, sim::Replicates const& range,
                                 SearchOptions const& options, Rare const& rare = {});

/// Adds the counts of `more`, of the same candidates on other trials.
void add(std::vector<Candidate>& candidates, std::vector<Candidate> const& more);

}  // namespace warner::verify
