#pragma once

#include <cstddef>
#include <vector>

#include "verify/scores/row_shape.hpp"

namespace warner::verify {

/// Every shape in which releases of this width are tables of two or more rows of two to so many numbers, row by row or
/// column by column; the shortest rows first.
std::vector<RowShape> table_shapes(std::size_t width, std::size_t longest);

/// Windows of so many numbers, or of all columns but one: two or more; none of fewer than three columns.
std::vector<RowShape> window_shapes(std::size_t width, std::size_t length);

}  // namespace warner::verify
