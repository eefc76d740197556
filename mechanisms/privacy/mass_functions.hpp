#pragma once

#include <span>

namespace warner::mechanisms::privacy {

/// epsilon at delta, the larger of the two directions, of two laws on the same finitely many outcomes: p[i] and q[i]
/// are the masses of outcome i, of which there are ways[i] alike (one each where ways is empty). Infinite where a delta
/// above 0 does not pay for the outcomes that only one law knows. At delta = 0 NaN where a mass is below the smallest
/// normal double: it may have underflowed.
double mass_functions_epsilon(std::span<double const> p, std::span<double const> q, double delta,
                              std::span<double const> ways = {});

}  // namespace warner::mechanisms::privacy
