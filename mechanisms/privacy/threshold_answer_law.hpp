#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace warner::mechanisms::privacy {

/// The largest log ratio of P to Q, and of Q to P.
struct BothWays {
  double there = 0, back = 0;
};

/// A sparse vector that releases, for every query above, the noisy answer v = x + nu that was compared, and stops after
/// `cutoff` of them: the suprema of the log ratio over flags and values. The density is the product of the densities of
/// nu with an integral over rho up to the least v - T: of the queries below, that is all that values say. So the least
/// value is looked at on a grid of an eighth of a scale, whose left end is below every kink, where the ratio is
/// constant; the others are as large or as small as suits them. Empty above 20'000 outcomes of different mass.
std::optional<BothWays> threshold_answer_epsilon(std::span<double const> d, std::span<double const> d_prime,
                                                 double threshold, double threshold_scale, double query_scale,
                                                 std::size_t cutoff);

}  // namespace warner::mechanisms::privacy
