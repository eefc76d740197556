#include "mechanisms/external/release/shown.hpp"

#include <cstddef>

#include <fmt/format.h>

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t longest_shown = 60;

}  // namespace

std::string visible(std::string_view text, bool in_quotes) {
  std::string clean;
  for (auto const c : text) {
    if (in_quotes && (c == '"' || c == '\\')) clean += '\\', clean += c;
    else if (c == '\n') clean += "\\n";
    else if (static_cast<unsigned char>(c) < ' ' || c == 0x7F)
      clean += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else clean += c;
  }
  if (clean.size() <= longest_shown) return clean;
  auto head = longest_shown * 2 / 3, tail = clean.size() - longest_shown / 3;
  while (head > 0 && (clean[head] & 0xC0) == 0x80) --head;  // no character is cut in two
  while (tail < clean.size() && (clean[tail] & 0xC0) == 0x80) ++tail;
  return clean.substr(0, head) + ".." + clean.substr(tail);
}

std::string shown(std::string_view text) {
  std::string clean;
  for (auto const c : text.substr(0, longest_shown))
    clean += static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) >= 0x7F ? '?' : c;
  return text.size() > longest_shown ? clean + ".." : clean;
}

}  // namespace warner::mechanisms::external
