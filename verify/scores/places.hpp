#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warner::verify {

/// How many of the edges, which increase, each value is beyond: values >= an edge are; NaN is beyond none.
/// @param scratch: memory, whatever is in it.
void places(std::span<double const> values, std::span<double const> edges, std::vector<double>& scratch,
            std::vector<std::int16_t>& out);

}  // namespace warner::verify
