#pragma once

#include <cstdint>
#include <span>

#include "sim/stream.hpp"

namespace warner::sim {

/// Adds to every out[i] the number of ones among n coins of its own, of probability threshold / 2^64: exact binomials
/// for large batches, at the price of n bit-sliced coins (sim/bits.hpp).
///
/// In chunks of 4096 of out: coin j of the whole chunk is one fill_bits, of as many words as 64 of its bits serve the
/// chunk; bit i of it goes to out[i]. The bits are added up where they stand, in binary numbers whose digits lie in
/// different words.
void add_coin_sums(Stream& stream, std::uint64_t threshold, std::uint64_t n, std::span<double> out);

}  // namespace warner::sim
