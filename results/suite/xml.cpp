#include "results/suite/xml.hpp"

#include "results/audit/readable.hpp"

namespace warner::results {

std::string xml_text(std::string_view text) {
  std::string xml;
  for (auto const c : readable(text))
    if (c == '&') xml += "&amp;";
    else if (c == '<') xml += "&lt;";
    else if (c == '>') xml += "&gt;";
    else if (c == '"') xml += "&quot;";
    else xml += c;
  return xml;
}

std::string xml_attribute(std::string_view text) {
  std::string xml;
  for (auto const c : xml_text(text))
    if (c == '\n') xml += "&#10;";  // a parser would make it a blank
    else if (c == '\t') xml += "&#9;";
    else xml += c;
  return xml;
}

}  // namespace warner::results
