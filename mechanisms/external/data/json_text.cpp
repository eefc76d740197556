#include "mechanisms/external/data/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warner::mechanisms::external {
namespace {

/// The literals of Python that JSON lacks, the longer first.
constexpr std::array<std::string_view, 3> literals{"-Infinity", "Infinity", "NaN"};

constexpr std::string_view mark = "\\u0001";  // as JSON escapes a character that no text has

/// The text with something else in place of each literal outside strings; empty where there is none.
std::string with_replaced(std::string_view text, std::function<std::string(std::string_view)> const& instead) {
  std::string plain;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
      continue;
    }
    if (text[i] != 'N' && text[i] != 'I' && text[i] != '-') continue;
    for (auto const literal : literals)
      if (text.substr(i, literal.size()) == literal) {
        plain += text.substr(copied, i - copied);
        plain += instead(literal);
        i += literal.size() - 1;
        copied = i + 1;
        break;
      }
  }
  return copied == 0 ? plain : plain.append(text.substr(copied));
}

}  // namespace

bool is_json(std::string_view text) {
  if (text.starts_with(byte_order_mark)) return false;
  auto const plain = with_replaced(text, [](auto) { return "null"; });
  return nlohmann::json::accept(plain.empty() ? text : std::string_view{plain});
}

std::string literals_as_texts(std::string_view json) {
  auto const plain = with_replaced(json, [](auto literal) { return fmt::format("\"{}{}\"", mark, literal); });
  return plain.empty() ? std::string{json} : plain;
}

std::string texts_as_literals(std::string json) {
  for (auto const literal : literals) {
    auto const text = fmt::format("\"{}{}\"", mark, literal);
    for (auto at = json.find(text); at != std::string::npos; at = json.find(text, at))
      json.replace(at, text.size(), literal);
  }
  return json;
}

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

bool is_json_number(std::string_view text) {
  auto const digit = [](char c) { return c >= '0' && c <= '9'; };
  auto const digits = [&] {
    auto const end = std::ranges::find_if_not(text, digit);
    auto const many = static_cast<std::size_t>(end - text.begin());
    text.remove_prefix(many);
    return many;
  };
  auto const begins = [&](char c) { return !text.empty() && text.front() == c; };
  if (begins('-')) text.remove_prefix(1);
  auto const zero = begins('0');
  if (auto const whole = digits(); whole == 0 || (zero && whole > 1)) return false;
  if (begins('.')) {
    text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  if (begins('e') || begins('E')) {
    text.remove_prefix(1);
    if (begins('+') || begins('-')) text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  return text.empty();
}

std::string_view within_quotes(std::string_view json) {
  return json.size() >= 2 && json.front() == '"' ? json.substr(1, json.size() - 2) : std::string_view{};
}

std::optional<double> number_in(std::string_view json) {
  double value = 0;
  if (!is_json_number(json) || std::from_chars(json.data(), json.data() + json.size(), value).ec != std::errc{} ||
      !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string compact(std::string_view json) {
  std::string text;
  auto within = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    auto const c = json[i];
    if (!within && (c == ' ' || c == '\t' || c == '\r' || c == '\n')) continue;
    text += c;
    if (within && c == '\\' && i + 1 < json.size()) text += json[++i];
    else if (c == '"') within = !within;
  }
  return text;
}

std::optional<std::size_t> items_in(std::string_view json) {
  auto const text = compact(json);
  if (!text.starts_with('[')) return std::nullopt;
  if (text == "[]") return 0;
  std::size_t items = 1;
  int depth = 0;
  auto within = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') within = !within;
    if (within) i += text[i] == '\\';
    else if (text[i] == '[' || text[i] == '{') ++depth;
    else if (text[i] == ']' || text[i] == '}') --depth;
    else if (text[i] == ',' && depth == 1) ++items;
  }
  return items;
}

std::size_t depth_of(std::string_view json) {
  std::size_t depth = 0, deepest = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"')
      for (++i; i < json.size() && json[i] != '"'; ++i) i += json[i] == '\\';
    else if (json[i] == '[' || json[i] == '{') deepest = std::max(deepest, ++depth);
    else if ((json[i] == ']' || json[i] == '}') && depth > 0) --depth;
  }
  return deepest;
}

bool is_too_deep(std::string_view json) { return depth_of(json) > deepest_json; }

std::string shortened(std::string_view json, std::size_t most) {
  if (json.size() <= most) return std::string{json};
  auto const end = (most - 4) / 3, begin = most - 4 - end;
  auto const cut = [&](std::size_t at) {  // between two characters of UTF-8
    while (at > 0 && (static_cast<unsigned char>(json[at]) & 0xC0) == 0x80) --at;
    return at;
  };
  auto const from = cut(json.size() - end);
  return std::string{json.substr(0, cut(begin))} + " .. " + std::string{json.substr(from)};
}

}  // namespace warner::mechanisms::external
