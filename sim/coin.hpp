#pragma once

#include <cstdint>

#include "sim/address.hpp"

namespace warner::sim {

/// In how many of `trials` (at most block_size) of one block `throws` fair coins (1 to most_throws) all show heads, by
/// counting bits of a stream of purpose certify_coin. Exactly Binomial(trials, 2^-throws).
std::uint64_t all_heads(Address const& coin, std::uint64_t block, std::uint64_t trials, int throws);
constexpr int most_throws = 4;

/// The fair coin of the game for one block: how many trials fall to dataset D. One throw.
inline std::uint64_t trials_under_d(Address const& coin, std::uint64_t block, std::uint64_t trials) {
  return all_heads(coin, block, trials, 1);
}

}  // namespace warner::sim
