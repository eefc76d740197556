#pragma once

#include <string>
#include <string_view>

#include "mechanisms/external/release/value.hpp"

namespace warner::mechanisms::external {

/// Reads the text of one release. There is no text that is none.
///
///   JSON            as it is; {"error": ...} and a line that begins with !error are errors
///   fields          parted by commas, a list of them; one alone is a list of one; doubled quotes in quotes are one
///   other fields    without a comma, parted by tabs or semicolons; numbers alone, by blanks
///   Python, R       (1, 2), {'a': 1}, {1, 2}, None, True, NA, array([1., 2.]), [1. 2.], np.float64(0.5)
///   calls           the arguments without a name, or, where all have one, a map: Row(name='ada', value=1)
///   numbers         decimal, inf, nan, in any case; true and false are 1 and 0
///   strings         numbers in them are numbers, ISO 8601 dates and times are days since 1970-01-01
///   blank           a list of nothing
///   anything else   one word: the whole text; bytes that are no UTF-8 are escaped
///
/// Outermost is always a list, a map or an error.
void read_value(std::string_view text, Value& value);

/// The number of a text, whole. @return whether it is one.
bool is_number(std::string_view text, double& number);

/// Whether a text is a whole number that no double equals.
bool loses_digits(std::string_view text, double value);

}  // namespace warner::mechanisms::external
