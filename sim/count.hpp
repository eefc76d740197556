#pragma once

#include <cstdint>
#include <span>

namespace warner::sim {

/// How many of the values are >= the threshold, or <= it. NaN is counted by neither.
std::uint64_t count_at_least(std::span<double const> values, double threshold);
std::uint64_t count_at_most(std::span<double const> values, double threshold);

/// Several edges in one pass over the values: counts[k] = how many are >= edges[k]. Returns how many are not NaN.
std::uint64_t count_reaching(std::span<double const> values, std::span<double const> edges, std::span<std::uint64_t> counts);

/// How many words w have (w & mask) - base < width, in unsigned arithmetic.
std::uint64_t count_words_in(std::span<std::uint64_t const> words, std::uint64_t mask, std::uint64_t base, std::uint64_t width);

}  // namespace warner::sim
