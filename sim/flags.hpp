#pragma once

#include <span>

namespace warner::sim {

/// Turns values into flags that stop: values[i] becomes -1 where ones[i] has reached `most`, else 1 if it is at least
/// bars[i] and 0 if not; ones[i] counts the flags that show 1.
void raise_flags(std::span<double> values, std::span<double const> bars, double most, std::span<double> ones);

}  // namespace warner::sim
