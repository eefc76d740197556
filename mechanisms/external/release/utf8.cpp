#include "mechanisms/external/release/utf8.hpp"

#include <cstddef>

#include <fmt/format.h>

namespace warner::mechanisms::external {
namespace {

/// How many bytes a character of UTF-8 that starts there has; 0 where it is none.
std::size_t character_at(std::string_view text, std::size_t i) {
  auto const byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  auto const first = byte(i);
  auto const length = first < 0x80                    ? 1u
                      : first >= 0xC2 && first < 0xE0 ? 2u
                      : first >= 0xE0 && first < 0xF0 ? 3u
                      : first >= 0xF0 && first < 0xF5 ? 4u
                                                      : 0u;
  if (length == 0 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(i + k) & 0xC0) != 0x80) return 0;
  if (length == 3 && ((first == 0xE0 && byte(i + 1) < 0xA0) || (first == 0xED && byte(i + 1) >= 0xA0))) return 0;
  if (length == 4 && ((first == 0xF0 && byte(i + 1) < 0x90) || (first == 0xF4 && byte(i + 1) >= 0x90))) return 0;
  return length;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    auto const length = static_cast<unsigned char>(text[i]) < 0x80 ? 1 : character_at(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string with_bytes_escaped(std::string_view text) {
  std::string clean;
  for (std::size_t i = 0; i < text.size();) {
    auto const length = character_at(text, i);
    if (length == 0) clean += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i++]));
    else clean += text.substr(i, length), i += length;
  }
  return clean;
}

void append_code_point(std::string& text, unsigned code) {
  if (code >= 0xD800 && code < 0xE000) {
    text += fmt::format("\\u{:04x}", code);
    return;
  }
  auto const put = [&](unsigned byte) { text += static_cast<char>(byte); };
  if (code < 0x80) put(code);
  else if (code < 0x800) put(0xC0 | code >> 6), put(0x80 | (code & 0x3F));
  else if (code < 0x10000) put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
  else
    put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 0x3F)), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
}

}  // namespace warner::mechanisms::external
