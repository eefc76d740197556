#pragma once

#include <string>
#include <string_view>

namespace warner::results {

/// Text as HTML text, safe in attributes within quotes too: & < > " ' become character references. Bytes that a page
/// can not hold (control characters, broken UTF-8) become U+FFFD.
std::string escape(std::string_view text);

/// A file name as the path of a link.
std::string escape_link(std::string_view text);

/// Letters, digits and hyphens: what may stand in an id.
std::string id_from(std::string_view text);

}  // namespace warner::results
