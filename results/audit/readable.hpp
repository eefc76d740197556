#pragma once

#include <string>
#include <string_view>

namespace warner::results {

/// Text that any page, any terminal and any parser of XML can hold: broken UTF-8 [RFC 3629], control characters but for
/// \n and \t, and the noncharacters U+FFFE and U+FFFF become U+FFFD. Marks that turn the direction of what follows, and
/// so make text look like another, are spelled out: "\u202e".
std::string readable(std::string_view text);

/// The same on one line: breaks become blanks.
std::string readable_line(std::string_view text);

/// The longest beginning of at most so many bytes that ends with a whole character.
std::string cut(std::string_view text, std::size_t most);

}  // namespace warner::results
