#pragma once

#include <string>
#include <vector>

#include "mechanisms/catalogue/pair_law.hpp"
#include "mechanisms/contract/guarantee.hpp"

namespace warner::mechanisms::privacy {

/// The claim to be as private as these releases together: of their privacy profile, which is the larger of both
/// directions, the certified upper bounds at seventeen epsilons, evenly spaced from 0 to where delta is about 1e-7 (or,
/// where it never is, to the smallest power of ten that it reaches), and the pure epsilon where it is finite. What is
/// as private as the releases satisfies every one.
/// @throws std::invalid_argument where nothing is known of a release, and where everything leaks.
TradeoffDp as_private_as(std::vector<Repeated> const& items, std::string words);

}  // namespace warner::mechanisms::privacy
