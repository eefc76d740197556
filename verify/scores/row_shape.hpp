#pragma once

#include <cstddef>

namespace warner::verify {

/// Rows of one length that a release is read as: the records of a table, one after the other (apart = length, step = 1)
/// or column by column (apart = 1, step = rows), or the windows of a series (apart = 1, step = 1).
struct RowShape {
  std::size_t rows = 1, length = 1;
  std::size_t apart = 1;  ///< columns from a number of one row to that of the next
  std::size_t step = 1;   ///< columns from one number of a row to the next
  std::size_t first = 0;  ///< the column of the first number of the first row

  std::size_t column(std::size_t row, std::size_t position) const { return first + row * apart + position * step; }
  /// How many columns a release needs to have.
  std::size_t columns_read() const { return column(rows - 1, length - 1) + 1; }

  friend bool operator==(RowShape const&, RowShape const&) = default;
};

}  // namespace warner::verify
