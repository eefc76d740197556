#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::verify {

/// The first columns of numbers, so many at most: neither flags nor categories.
std::vector<std::size_t> number_columns(std::vector<mechanisms::Column> const& columns, std::size_t most);

/// From the least to the greatest finite number of a column under both datasets; below 0 where there is none.
double range_of(std::span<double const> under_d, std::span<double const> under_d_prime);

}  // namespace warner::verify
