#pragma once

#include <span>

#include "verify/bounds/divergence_bounds.hpp"
#include "verify/wealth/rounds.hpp"

namespace warner::verify {

/// What the rounds of a check certify about the pair besides an epsilon, at all times.
/// All bounds hold together with probability at least 1 - level.
///
/// Statistic:  1. A divergence of x implies the statement (epsilon, delta_x(epsilon)) for every epsilon, and delta_x
///                rises in x. It is x itself for the delta at `epsilon` and for the total variation (epsilon = 0), the
///                profile of G_x for mu [DRS19], renyi_two_delta for the Renyi divergence of order 2.
///             2. The rounds bet against such statements with lines and stakes that are fixed beforehand, for the last
///                two at epsilon = 0, 1/2, 1, 2, 4.
///             3. Their wealth falls in x; the bound is the infimum of the x against which it is below 4 / level.
/// Guarantee:  each of the four is ever above the truth with probability at most level / 4 (Ville).
/// Reading:    mostly looser than divergence_lower_bounds of as many trials whose number was fixed.
/// @throws std::invalid_argument unless epsilon >= 0 and level in (0, 1).
DivergenceBounds anytime_divergence_lower_bounds(std::span<RoundTally const> rounds, double epsilon, double level);

/// The largest delta at epsilon >= 0 of any pair whose Renyi divergence of order 2 is at most `divergence` >= 0.
/// Rounded up; 1 where the divergence is infinite.
///
/// Data processing leaves to an event A that (P(A) - Q(A))^2 <= (e^divergence - 1) Q(A) (1 - Q(A)) [EH14, theorem 9].
/// P(A) - e^epsilon Q(A) is largest under that, and two outcomes attain it.
double renyi_two_delta(double divergence, double epsilon);

}  // namespace warner::verify
