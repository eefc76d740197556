#pragma once

#include <vector>

#include "verify/game/sample.hpp"
#include "verify/search/search.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {

/// Learns every score on one sample and counts its values on the other.
/// Cuts of a feature that needs no release to be named, and scores of earlier looks, are counted on both.
std::vector<Candidate> candidates_in(Sample const& learning, Sample const& held_out,
                                     mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                     SearchOptions const& options);

/// A score that nothing of this sample was learned from, with the counts of its values there.
Candidate counted_on(Sample const& sample, Score const& score, mechanisms::AnyMechanism const& mechanism,
                     mechanisms::Pair const& pair);

}  // namespace warner::verify
