#pragma once

#include <cstdint>
#include <span>

#include "sim/stream.hpp"

namespace warner::sim {

/// Coins that show 1 with probability threshold / 2^64, exactly, 64 to a word: bit-sliced, at about twelve bits of
/// randomness a coin instead of the 64 of count_bernoulli.
///
/// Coins stand in groups of 512, eight words. Word j of slice k of a group holds bit 63 - k of 64 uniform numbers, and
/// a coin is 1 when its number is below the threshold. The first slices nearly always say so: as many as the threshold
/// has bits, at most twelve, are drawn for eight groups at once; then, group after group, slices in pairs until every
/// coin of the group is decided. The words used depend on what they show: a stream serves these functions alone, or is
/// not asked where it stands.
void fill_bits(Stream& stream, std::uint64_t threshold, std::span<std::uint64_t> bits);

/// How many of n coins show 1: those that fill_bits would write, the low bits of its last word first.
std::uint64_t count_bits(Stream& stream, std::uint64_t threshold, std::uint64_t n);

}  // namespace warner::sim
