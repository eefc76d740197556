#pragma once

#include "sim/replicates.hpp"
#include "verify/search/rare_releases.hpp"
#include "verify/search/search.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {

/// The candidates with their counts taken anew, on range.count() fresh search releases of each dataset.
/// These may be far more than fit in memory: nothing is stored but counts between the thresholds that may be chosen.
/// Of the options it reads those of the streams, the execution, and the name.
/// @param rare: sees releases as they are counted; those that a keeper has counted are drawn again.
std::vector<Candidate> recounted(std::vector<Candidate> candidates, mechanisms::AnyMechanism const& mechanism,
                                 mechanisms::Pair const& pair, sim::Replicates const& range,
                                 SearchOptions const& options, RareReleases* rare = nullptr);

/// Adds the counts of `more`, of the same candidates on other trials.
void add(std::vector<Candidate>& candidates, std::vector<Candidate> const& more);

}  // namespace warner::verify
