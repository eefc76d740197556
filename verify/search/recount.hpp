#pragma once

#include "sim/driver.hpp"
#include "sim/replicates.hpp"
#include "sim/stream.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {

/// The finalists with their counts taken anew, on range.count() fresh search releases of each dataset: many more than
/// fit in memory, so that thresholds may lie far out in the tails. Nothing is stored but counts between the thresholds
/// that may be chosen.
std::vector<Entrant> counted_anew(std::vector<Entrant> finalists, mechanisms::AnyMechanism const& mechanism,
                                  mechanisms::Pair const& pair, sim::Replicates const& range, std::uint64_t seed,
                                  sim::Generator generator, sim::Execution const& execution);

/// Adds the counts of `more`, of the same entrants on other trials.
void add(std::vector<Entrant>& entrants, std::vector<Entrant> const& more);

}  // namespace warner::verify
