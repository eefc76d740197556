#pragma once

#include <span>
#include <vector>

#include "mechanisms/privacy/pair_privacy.hpp"

namespace warner::mechanisms::privacy {

/// Finitely many outcomes by the natural logarithms of their masses: -infinity where an outcome is impossible, NaN
/// where its mass is known to be below the smallest normal double, and nothing else. A loss is a difference of
/// logarithms, and keeps its digits where no number holds the masses. Of outcome i there are ways[i] alike (one each
/// where ways is empty). A NaN leaves epsilon open at delta = 0, and at each delta that does not pay for the outcomes
/// beside it.
/// @throws std::invalid_argument when the lengths differ.
PairPrivacy log_mass_pair(std::span<double const> log_p, std::span<double const> log_q,
                          std::span<double const> ways = {});

/// The logarithms of masses that a sum or a quadrature found, none of which is 0: NaN below the smallest normal double.
std::vector<double> logs_of_positive(std::vector<double> masses);

/// Not above what is proved of the pair; what is not known stays so.
PairPrivacy capped(PairPrivacy pair, double proved_epsilon);

}  // namespace warner::mechanisms::privacy
