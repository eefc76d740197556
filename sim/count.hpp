#pragma once

#include <cstdint>
#include <span>

namespace warner::sim {

/// How many of the values are >= the threshold, or <= it. NaN is counted by neither.
std::uint64_t count_at_least(std::span<double const> values, double threshold);
std::uint64_t count_at_most(std::span<double const> values, double threshold);

/// How many words w have (w & mask) - base < width, in unsigned arithmetic.
std::uint64_t count_words_in(std::span<std::uint64_t const> words, std::uint64_t mask, std::uint64_t base, std::uint64_t width);

}  // namespace warner::sim
