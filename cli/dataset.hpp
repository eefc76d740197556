#pragma once

#include <string>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::cli {

/// What becomes of a whole number with more digits than a double has.
enum class LongNumbers { refused, rounded };

/// A dataset as it was typed: a JSON list of numbers; infinities and NaN are words, as in records: '[0, 1.5, "inf"]'.
/// The sign of -0.0 is kept.
/// @throws std::invalid_argument.
mechanisms::Dataset dataset_from(std::string const& option, std::string const& text,
                                 LongNumbers long_numbers = LongNumbers::refused);

/// Whether two datasets are the same numbers, bit by bit: NaN is NaN, and -0 is not 0.
bool are_same(mechanisms::Dataset const& a, mechanisms::Dataset const& b);

}  // namespace warner::cli
