#pragma once

#include <span>

namespace warner::mechanisms::privacy {

/// epsilon at delta, the larger of the two directions, of two laws on the same finitely many outcomes: p[i] and q[i]
/// are the masses of outcome i, of which there are ways[i] alike (one each where ways is empty). Infinite where delta
/// does not pay for the outcomes that only one law knows.
double mass_functions_epsilon(std::span<double const> p, std::span<double const> q, double delta,
                              std::span<double const> ways = {});

}  // namespace warner::mechanisms::privacy
