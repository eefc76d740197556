#pragma once

#include <cstdint>
#include <span>

#include "sim/stream.hpp"

namespace warner::sim {

/// How many of the values are >= the threshold, or <= it. NaN is counted by neither.
std::uint64_t count_at_least(std::span<double const> values, double threshold);
std::uint64_t count_at_most(std::span<double const> values, double threshold);

/// The words w with (w & mask) - base < width, in unsigned arithmetic; the mask is named where they are counted.
struct WordRange {
  std::uint64_t base = 0, width = 0;
};

/// counts[k] += how many of the next n words of the stream lie in range k. The words used are those of a fill, from the
/// next whole row on, in pairs of rows; where the generator and the machine allow it they are counted as they are made
/// and never written down.
void count_words_in(Stream& stream, std::uint64_t n, std::uint64_t mask, std::span<WordRange const> ranges,
                    std::span<std::uint64_t> counts);

}  // namespace warner::sim
