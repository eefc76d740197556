#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mechanisms/external/release/value.hpp"

namespace warner::mechanisms::external {

/// Reads the text of one release. There is no text that is none.
///
///   JSON            as it is; {"error": ...} and a line that begins with !error are errors
///   fields          parted by commas, `1,yes,0.5`, are the list of them; one alone is a list of one; in quotes, "" is
///   " Python, R       what print() says of them: (1, 2), {'a': 1}, {1, 2}, None, True, NA, array([1., 2.]), [1. 2.],
///                   np.float64(0.5), Decimal('0.5'), OrderedDict(..); of a call, the arguments without a
///                   name, or a map of those with one, Row(name='ada', value=1)
///   numbers         decimal, inf, nan, in any case; true and false are 1 and 0
///   strings         numbers in them are numbers, ISO 8601 dates and times are days since 1970-01-01
///   blank           a list of nothing
///   anything else   one word: the whole text
///
/// Outermost is always a list, a map or an error.
void read_value(std::string_view text, Value& value);

/// A list of numbers.
void read_numbers(std::span<double const> numbers, Value& value);

/// The number of a text, whole. @return whether it is one.
bool is_number(std::string_view text, double& number);

/// Whether a text is a whole number that no double equals.
bool loses_digits(std::string_view text, double value);

/// A text, fit to be shown on one line: control characters escaped, and quotes where it stands in them; the middle of a
/// long one left out.
std::string visible(std::string_view text, bool in_quotes = true);

/// The beginning of a text, fit to be shown: one line, no control characters.
std::string shown(std::string_view text);

}  // namespace warner::mechanisms::external
