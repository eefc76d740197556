#include "results/figures/tables/html.hpp"

#include <fmt/format.h>

namespace warner::results {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Length of the well-formed UTF-8 sequence that text begins with, 0 when there is none [RFC 3629].
std::size_t sequence_length(std::string_view text) {
  auto const byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto const first = byte(0);
  if (first < 0x80) return 1;
  auto const length = first >= 0xF0 ? 4u : first >= 0xE0 ? 3u : 2u;
  if (first < 0xC2 || first > 0xF4) return 0;
  for (auto i = 1u; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)) return 0;  // overlong, surrogates
  if ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) return 0;  // overlong, beyond U+10FFFF
  return length;
}

bool plain(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

}  // namespace

std::string escape(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    auto const length = sequence_length(text);
    auto const c = text.front();
    if (length == 0 || (length == 1 && ((c >= 0 && c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)))
      html += replacement;
    else if (c == '&') html += "&amp;";
    else if (c == '<') html += "&lt;";
    else if (c == '>') html += "&gt;";
    else if (c == '"') html += "&quot;";
    else if (c == '\'') html += "&#39;";
    else html += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return html;
}

std::string escape_link(std::string_view text) {
  std::string link;
  for (auto const c : text)
    if (plain(c) || c == '-' || c == '_' || c == '.' || c == '/') link += c;
    else link += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return link;
}

std::string id_from(std::string_view text) {
  std::string id;
  for (auto const c : text) id += plain(c) ? c : '-';
  return id;
}

}  // namespace warner::results
