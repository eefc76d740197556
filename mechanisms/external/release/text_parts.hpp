#pragma once

#include <string_view>

#include "mechanisms/external/release/value.hpp"

namespace warner::mechanisms::external {

/// What a text consists of, as a map.
///
///   parts       a list of its numbers and words: runs of letters and digits, in any alphabet
///   between     the text without them, each an underscore
///   characters  in the place of both, a list of words: where a text is one word, or none
///
/// A sign is a number's where no letter or digit stands before it. Of digits with several points (1.2.3, 10.0.0.1) each
/// group is a number.
void take_apart(std::string_view text, bool by_characters, Value& value);

/// Whether a text is more than one word.
bool has_parts(std::string_view text);

}  // namespace warner::mechanisms::external
