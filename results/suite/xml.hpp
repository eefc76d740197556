#pragma once

#include <string>
#include <string_view>

namespace warner::results {

/// Text within an element of XML 1.0, or, with line breaks kept, within the quotes of an attribute. What XML can not
/// hold becomes U+FFFD.
std::string xml_text(std::string_view text);
std::string xml_attribute(std::string_view text);

}  // namespace warner::results
