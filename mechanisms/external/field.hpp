#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warner::mechanisms::external {

/// One field of a release: a number, or a word.
struct Field {
  double value = 0;         ///< the number; of a word, word_number of it
  std::string_view word{};  ///< of a word: itself, in the text that it was read from

  bool is_word() const { return word.data() != nullptr; }
};

/// The number of a word: 53 bits of its hash (FNV-1a), the same in every run. Two words share one with probability
/// 2^-53; an audit then sees one word, which weakens it and never makes it wrong.
double word_number(std::string_view word);

/// Reads the fields of a line, separated by commas; blanks, then double quotes around a field are dropped.
///   numbers    decimal: 1, -0.5, 1e-9, inf, nan, in any case; `true` and `false` (True, TRUE, ..) are 1 and 0
///   words      all else: letters, digits and signs in UTF-8, without blanks, semicolons, quotes or brackets; an empty
///              field between commas is a word
///   brackets   around the whole line are dropped, so that a JSON list is a release
///   blanks     alone are a line without fields
///   refused    a whole number that is no double: its last digits would be lost
/// @return what is wrong with the line; empty where nothing is.
std::string read_fields(std::string_view line, std::vector<Field>& fields);

/// Whether a text is a whole number that no double equals.
bool loses_digits(std::string_view text, double value);

/// The beginning of a text, fit to be shown: one line, no control characters.
std::string shown(std::string_view text);

}  // namespace warner::mechanisms::external
