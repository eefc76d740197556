#pragma once

#include <cstdint>
#include <span>

#include "sim/stream.hpp"

namespace warner::mechanisms::local {

/// Every categories[i] of {0, .., k - 1} is kept with probability threshold / 2^64, else replaced by one of the k - 1
/// others, each alike to within 2^-52. Two words each, from the next row of eight on.
void keep_or_replace(sim::Stream& stream, std::uint64_t threshold, std::size_t k, std::span<double> categories);

}  // namespace warner::mechanisms::local
