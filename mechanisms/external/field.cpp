#include "mechanisms/external/field.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "sim/byte_hash.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t longest_word = 256, longest_shown = 60;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view unquoted(std::string_view text) {
  auto const quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? trimmed(text.substr(1, text.size() - 2)) : text;
}

std::optional<double> number_of(std::string_view text) {
  for (auto const* yes : {"true", "True", "TRUE"})
    if (text == yes) return 1;
  for (auto const* no : {"false", "False", "FALSE"})
    if (text == no) return 0;
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  double value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range)
    return std::strtod(std::string{text}.c_str(), nullptr);  // an infinity or a zero
  return value;
}

/// How many bytes a character of UTF-8 that starts so has; 0 for none.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

bool is_word(std::string_view text) {
  if (text.size() > longest_word) return false;
  for (std::size_t i = 0; i < text.size();) {
    auto const length = length_of(static_cast<unsigned char>(text[i]));
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    if (length == 1 && (text[i] <= ' ' || text[i] == 0x7F ||
                        std::string_view{"\"'`()[]{}<>\\;"}.find(text[i]) != std::string_view::npos))
      return false;
    i += length;
  }
  return true;
}

}  // namespace

double word_number(std::string_view word) {
  auto hash = sim::hash_of_bytes(word);
  hash ^= hash >> 32;  // the low bits of the hash of a short word are its best ones, the high bits hardly move
  return static_cast<double>(hash * 0x9e3779b97f4a7c15u >> 11);
}

bool loses_digits(std::string_view text, double value) {
  constexpr std::size_t always_exact = 15;  // decimal digits
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  if (text.size() <= always_exact || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
  return fmt::format("{:.0f}", std::abs(value)) != text;
}

std::string read_fields(std::string_view line, std::vector<Field>& fields) {
  fields.clear();
  line = trimmed(line);
  if (line.size() >= 2 && line.front() == '[' && line.back() == ']') line = trimmed(line.substr(1, line.size() - 2));
  if (line.empty()) return {};
  for (std::size_t from = 0; from <= line.size();) {
    auto const comma = std::min(line.find(',', from), line.size());
    auto const text = unquoted(trimmed(line.substr(from, comma - from)));
    if (auto const number = number_of(text)) {
      if (loses_digits(text, *number))
        return fmt::format(
            "{} has more digits than a double (a whole number beyond 2^53 goes into two fields, say its quotient and "
            "its remainder; the name of a category begins with a letter)",
            shown(text));
      fields.push_back({*number, {}});
    } else if (is_word(text)) fields.push_back({word_number(text), text.empty() ? std::string_view{""} : text});
    else
      return fmt::format(
          "'{}' is neither a number nor a word (commas part fields; words have no blanks, semicolons, quotes or "
          "brackets)",
          shown(text));
    from = comma + 1;
  }
  return {};
}

std::string shown(std::string_view text) {
  std::string clean;
  for (auto const c : text.substr(0, longest_shown))
    clean += static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) >= 0x7F ? '?' : c;
  return text.size() > longest_shown ? clean + ".." : clean;
}

}  // namespace warner::mechanisms::external
