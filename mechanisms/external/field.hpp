#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warner::mechanisms::external {

/// One field of a release as it was written: a number, or a word.
struct Field {
  double value = 0;         ///< the number; of a word, word_number of it
  std::string_view word{};  ///< of a word: itself; it lives as long as the text that it was read from

  bool is_word() const { return word.data() != nullptr; }
};

/// A word as a number: 53 bits of its hash (FNV-1a), so that the same word is the same number in every run. Two words
/// may share one, with probability 2^-53, and are then seen as one: that can weaken an audit and never make it wrong.
double word_number(std::string_view word);

/// The fields of a line, separated by commas, blanks and then double quotes around them dropped. Numbers are decimal
/// (1, -0.5, 1e-9, inf, nan, in any case); `true` and `false` (True, TRUE, ..) are 1 and 0; all else is a word of
/// letters, digits and signs, in UTF-8, without blanks, semicolons, quotes or brackets; an empty field between commas
/// is one too. Brackets around the whole line are dropped, so that a JSON list is a release. A line of blanks has no
/// fields. A whole number that is no double is refused: what its last digits say would be lost.
/// @return what is wrong with it; empty where nothing is.
std::string read_fields(std::string_view line, std::vector<Field>& fields);

/// Whether a text is a whole number that no double is: what it says beyond 2^53 would be lost.
bool loses_digits(std::string_view text, double value);

/// The beginning of a text, fit to be shown: one line, no control characters.
std::string shown(std::string_view text);

}  // namespace warner::mechanisms::external
