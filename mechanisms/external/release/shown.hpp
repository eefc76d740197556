#pragma once

#include <string>
#include <string_view>

namespace warner::mechanisms::external {

/// A text, fit to be shown on one line: control characters escaped, and quotes where it stands in them; the middle of a
/// long one left out.
std::string visible(std::string_view text, bool in_quotes = true);

/// The beginning of a text, fit to be shown: one line, no control characters.
std::string shown(std::string_view text);

}  // namespace warner::mechanisms::external
