#pragma once

#include <optional>
#include <vector>

#include "verify/bounds/predicted_bound.hpp"
#include "verify/scores/strategy.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {

/// The plainest event of one feature that is predicted to certify nearly as much as a strategy.
/// Where none does, the plainest of those that are predicted to certify nearly as much as the best of them, if that is
/// four fifths of it.
/// It certifies nothing: its counts are those of the search.
///
/// Plainness: how much there is to say, of the feature and of where it has to lie.
/// @param predicted: of the strategy, by the policy of the candidates' stage, on_held_out.
/// @return nothing where no event of one feature is predicted so much.
std::optional<PlainEvent> plainest_event(std::vector<Candidate> const& candidates, Target const& target,
                                         double predicted);

}  // namespace warner::verify
