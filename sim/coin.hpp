#pragma once

#include <cstdint>

#include "sim/address.hpp"

namespace warner::sim {

/// The fair coin of the game for one block: how many of `trials` (at most block_size) fall to dataset D, by counting
/// the ones among as many bits of the stream of purpose certify_coin or search_coin. Exactly Binomial(trials, 1/2).
std::uint64_t trials_under_d(Address const& coin, std::uint64_t block, std::uint64_t trials);

}  // namespace warner::sim
