#pragma once

#include <span>

namespace warner::sim {

/// What can be said of rows of numbers by going over them column after column: fold(what, column j, j, out) takes
/// out[i], what was said of the columns before (nothing for j = 0), a step further. The same bits on every instruction
/// set.
enum class Fold {
  sum,
  maximum,    ///< a NaN stays if it comes first and is passed over later
  minimum,    ///< the same
  ones,       ///< how many are exactly 1
  specials,   ///< how many are NaN or infinite
  first_one,  ///< the first column that is exactly 1, or -1
};
void fold(Fold what, std::span<double const> column, double j, std::span<double> out);

/// out[i] += weight * column[i], rounded twice. The same bits on every instruction set.
void add_scaled(std::span<double const> column, double weight, std::span<double> out);

}  // namespace warner::sim
