#pragma once

#include <cstddef>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::mechanisms {

/// Refuses a dataset that is not `count` numbers, naming what it is. Infinities and NaN are refused as well.
/// @throws std::invalid_argument.
void require_numbers(Dataset const& dataset, std::size_t count);
/// The same for integers, and for integers in [0, most].
void require_integers(Dataset const& dataset, std::size_t count);
void require_categories(Dataset const& dataset, std::size_t count, std::size_t most);

/// Sum and root of squares of the coordinate-wise differences of a pair of equal length.
double l1_distance(Pair const& pair);
double l2_distance(Pair const& pair);

}  // namespace warner::mechanisms
