#include "results/audit/readable.hpp"

#include <algorithm>
#include <array>

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

bool is_control(char c) { return (c >= 0 && c < 0x20 && c != '\n' && c != '\t') || c == 0x7F; }

/// Of two or three bytes: U+0080 to U+009F, which terminals obey; ends of lines and of paragraphs, U+2028 and U+2029.
bool is_long_control(std::string_view character) {
  auto const last = static_cast<unsigned char>(character.back());
  if (character.size() == 2) return character[0] == '\xC2' && last < 0xA0;
  return character.starts_with("\xE2\x80") && (last == 0xA8 || last == 0xA9);
}

/// The marks of the bidirectional algorithm: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
std::string_view spelled_out(std::string_view character) {
  struct Mark {
    std::string_view character, words;
  };
  static constexpr std::array marks{Mark{"\u061c", "\\u061c"}, Mark{"\u200e", "\\u200e"}, Mark{"\u200f", "\\u200f"},
                                    Mark{"\u202a", "\\u202a"}, Mark{"\u202b", "\\u202b"}, Mark{"\u202c", "\\u202c"},
                                    Mark{"\u202d", "\\u202d"}, Mark{"\u202e", "\\u202e"}, Mark{"\u2066", "\\u2066"},
                                    Mark{"\u2067", "\\u2067"}, Mark{"\u2068", "\\u2068"}, Mark{"\u2069", "\\u2069"}};
  auto const* const found = std::ranges::find(marks, character, &Mark::character);
  return found == marks.end() ? character : found->words;
}

}  // namespace

std::string readable(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    auto const length = sequence_length(text);
    auto const character = text.substr(0, std::max<std::size_t>(1, length));
    auto const none = length == 0 || (length == 1 && is_control(text.front())) || is_long_control(character) ||
                      character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
    clean += none ? replacement : spelled_out(character);
    text.remove_prefix(character.size());
  }
  return clean;
}

std::string readable_line(std::string_view text) {
  auto line = readable(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

std::string cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string{text};
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return std::string{text.substr(0, most)};
}

}  // namespace warner::results
