#pragma once

#include <span>

#include "verify/bounds/divergence_bounds.hpp"
#include "verify/wealth/rounds.hpp"

namespace warner::verify {

/// What the rounds of a check certify about the pair besides an epsilon, at all times and all together with probability
/// at least 1 - level.
///
/// Statistic:  each divergence, were it x, would imply the statement (epsilon, delta_x(epsilon)) for every epsilon,
///             with a delta_x that rises in x: x itself for the delta at `epsilon` and for the total variation (epsilon
///             = 0), the profile of G_x for mu [DRS19], and renyi_two_delta for the Renyi divergence of order 2. The
///             rounds bet on such statements with lines and stakes that are fixed beforehand (epsilon = 0, 1/2, 1, 2, 4
///             for the last two); their wealth falls in x, and the bound is the infimum of the x against which it has
///             not reached 4 / level.
/// Guarantee:  each of the four is ever above the truth with probability at most level / 4 (Ville).
/// Reading:    mostly looser than divergence_lower_bounds of as many trials whose number was fixed.
/// @throws std::invalid_argument unless epsilon >= 0 and level in (0, 1).
DivergenceBounds anytime_divergence_lower_bounds(std::span<RoundTally const> rounds, double epsilon, double level);

/// The largest delta at epsilon >= 0 of any pair whose Renyi divergence of order 2 is at most `divergence` >= 0
/// (infinite: 1). Two outcomes attain it: P(A) - e^epsilon Q(A) is largest under (P(A) - Q(A))^2 <= (e^divergence - 1)
/// Q(A) (1 - Q(A)), which is what the divergence leaves to an event by data processing [EH14, theorem 9]. Rounded up.
double renyi_two_delta(double divergence, double epsilon);

}  // namespace warner::verify
