#pragma once

#include "sim/address.hpp"
#include "sim/driver.hpp"
#include "sim/replicates.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {

/// The candidates with their counts taken anew, on range.count() fresh search releases of each dataset.
/// These may be far more than fit in memory: nothing is stored but counts between the thresholds that may be chosen.
std::vector<Candidate> recounted(std::vector<Candidate> candidates, mechanisms::AnyMechanism const& mechanism,
                                 mechanisms::Pair const& pair, sim::Replicates const& range, std::uint64_t seed,
                                 sim::Generator generator, sim::Execution const& execution);

/// Adds the counts of `more`, of the same candidates on other trials.
void add(std::vector<Candidate>& candidates, std::vector<Candidate> const& more);

}  // namespace warner::verify
