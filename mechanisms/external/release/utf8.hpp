#pragma once

#include <string>
#include <string_view>

namespace warner::mechanisms::external {

bool is_utf8(std::string_view text);

/// Bytes that are no UTF-8 as their numbers, \xff: records are UTF-8.
std::string with_bytes_escaped(std::string_view text);

/// Adds a code point in UTF-8; half a surrogate pair, which is none, as \ud800.
void append_code_point(std::string& text, unsigned code);

}  // namespace warner::mechanisms::external
