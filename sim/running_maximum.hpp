#pragma once

#include <span>

namespace warner::sim {

/// One more column of a running maximum: where values[i] > largest[i] the value becomes the largest and `number` the
/// winner. Of equal ones the first stays.
void keep_larger(std::span<double const> values, double number, std::span<double> largest, std::span<double> winner);

}  // namespace warner::sim
