#pragma once

#include <span>

namespace warner::sim {

/// Rows of small integers, numbered as one reads a number, one column after the other: index[i] = index[i] base +
/// (values[i] - lowest) where values[i] is one of lowest, .., lowest + base - 1, an integer below 2^31 with zero
/// positive; else, and from then on, NaN.
void add_digits(std::span<double const> values, double lowest, double base, std::span<double> index);

/// out[i] = table[index[i]], and 0 where the index is NaN. Indices are integers below table.size().
void look_up(std::span<double const> index, std::span<double const> table, std::span<double> out);

}  // namespace warner::sim
