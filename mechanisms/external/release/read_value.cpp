#include "mechanisms/external/release/read_value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/release/date.hpp"
#include "mechanisms/external/release/utf8.hpp"

namespace warner::mechanisms::external {
namespace {

using Kind = Value::Kind;
using Node = Value::Node;

constexpr std::size_t deepest = 64;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_any_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

void add_word(Value& value, std::string_view text, bool in_quotes, std::string_view key) {
  value.add({.kind = Kind::word, .in_quotes = in_quotes, .text = text, .key = key});
}

/// What a text without structure is.
void add_scalar(Value& value, std::string_view text, bool in_quotes, std::string_view key) {
  double number = 0;
  auto const may_be_null = !in_quotes && !text.empty() && (text[0] == 'n' || text[0] == 'N' || text[0] == '<');
  if (may_be_null && is_any_of(text, {"null", "None", "NULL", "NA", "<NA>", "NaT"})) {
    value.add({.kind = Kind::null, .text = text, .key = key});
  } else if (auto const inner = trimmed(text); is_number(inner, number)) {
    value.add({.kind = Kind::number,
               .in_quotes = in_quotes,
               .rounded = loses_digits(inner, number),
               .number = number,
               .text = text,
               .key = key});
  } else if (is_date(inner, number)) {
    value.add(
        {.kind = Kind::number, .in_quotes = in_quotes, .is_date = true, .number = number, .text = text, .key = key});
  } else {
    add_word(value, text, in_quotes, key);
  }
}

/// Reads by descent; every function that reads says whether it could, and where not the text is one word.
class Reader {
 public:
  Reader(std::string_view text, Value& value) : text_{text}, value_{value} {}

  /// A list, a map or a call that is the whole text.
  bool read_whole() { return read({}, 0) && (skip_blanks(), at_end()); }

  /// Fields between separators, at least one. Quotes are doubled in quotes, as in CSV.
  bool read_fields(char separator) {
    separator_ = separator;
    auto const list = value_.add({.kind = Kind::list, .text = text_});
    for (;;) {
      skip_blanks();
      if (!read_field()) return false;
      skip_blanks();
      if (at_end()) break;
      if (!take(separator_)) return false;
      while (separator_ == ' ' && take(' ')) {
      }
    }
    value_.close(list);
    return true;
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char here() const { return text_[at_]; }
  bool take(char c) {
    if (at_end() || here() != c) return false;
    ++at_;
    return true;
  }
  void skip_blanks() {
    while (!at_end() && is_blank(here()) && !(here() == separator_)) ++at_;
  }

  bool read_field() {
    if (at_end() || here() == separator_) return add_word(value_, {}, false, {}), true;
    if (std::string_view{"[{("}.find(here()) != std::string_view::npos) return read({}, 0);
    if (here() == '"' || here() == '\'') {
      auto const begin = at_;
      if (std::string decoded; read_string(decoded) && (skip_blanks(), at_end() || here() == separator_))
        return add_scalar(value_, value_.keep(std::move(decoded)), true, {}), true;
      at_ = begin;
    }
    auto depth = 0;  // of brackets: a call has commas of its own
    auto const begin = at_;
    for (; !at_end() && (depth > 0 || here() != separator_); ++at_) depth += here() == '(' ? 1 : here() == ')' ? -1 : 0;
    auto const field = trimmed(text_.substr(begin, at_ - begin));
    if (!field.empty() && field.back() == ')') {
      auto const nodes = value_.nodes().size();
      if (Reader inner{field, value_}; inner.read_whole()) return true;
      value_.drop_from(nodes);
    }
    add_scalar(value_, field, false, {});
    return true;
  }

  bool read(std::string_view key, std::size_t depth) {
    if (depth > deepest) return false;
    skip_blanks();
    if (at_end()) return false;
    switch (here()) {
      case '{': return read_map(key, depth);
      case '[': return read_list(key, depth, ']');
      case '(': return read_list(key, depth, ')');
      case '"':
      case '\'': {
        std::string decoded;
        if (!read_string(decoded)) return false;
        add_scalar(value_, value_.keep(std::move(decoded)), true, key);
        return true;
      }
      default: return read_bare(key, depth);
    }
  }

  bool read_list(std::string_view key, std::size_t depth, char close) {
    auto const begin = at_++;
    auto const list = value_.add({.kind = Kind::list, .key = key});
    if (!read_items(depth, close)) return false;
    value_.close(list);
    value_.at(list).text = text_.substr(begin, at_ - begin);
    return true;
  }

  /// Items up to what closes them, between commas, or blanks after a number as numpy writes them.
  bool read_items(std::size_t depth, char close) {
    for (skip_blanks(); !take(close); skip_blanks()) {
      auto const before = value_.nodes().size();
      if (!read({}, depth + 1)) return false;
      skip_blanks();
      if (take(',') || (!at_end() && here() == close)) continue;
      auto const kind = value_[before].kind;
      if (kind == Kind::word && !value_[before].in_quotes) return false;
    }
    return true;
  }

  bool read_map(std::string_view key, std::size_t depth) {
    auto const begin = at_++;
    auto const map = value_.add({.kind = Kind::map, .key = key});
    for (skip_blanks(); !take('}'); skip_blanks()) {
      auto const before = value_.nodes().size(), from = at_;
      if (!read({}, depth + 1)) return false;
      auto name = value_[before].text;
      if (value_[before].kind == Kind::list || value_[before].kind == Kind::map) name = text_.substr(from, at_ - from);
      skip_blanks();
      if (take(':')) {
        if (value_.at(map).kind != Kind::map) return false;
        value_.drop_from(before);
        if (!read(name, depth + 1)) return false;
      } else {
        if (before != map + 1 && value_.at(map).kind == Kind::map) return false;
        value_.at(map).kind = Kind::list;  // a set
      }
      skip_blanks();
      if (!take(',') && (at_end() || here() != '}')) return false;
    }
    value_.close(map);
    value_.at(map).text = text_.substr(begin, at_ - begin);
    return true;
  }

  /// name(arguments): its one argument without a name, or the list of several; where all have names, the map of them.
  bool read_call(std::string_view key, std::size_t depth) {
    auto const begin = at_++;
    auto const list = value_.add({.kind = Kind::list, .key = key});
    for (skip_blanks(); !take(')'); skip_blanks()) {
      auto const before = value_.nodes().size();
      if (!read({}, depth + 1)) return false;
      if (take('=')) {
        auto const name = value_[before].text;
        value_.drop_from(before);
        if (before == list + 1) value_.at(list).kind = Kind::map;  // no argument came before it
        if (!read(name, depth + 1)) return false;
        if (value_[list].kind == Kind::list) value_.drop_from(before);
      }
      skip_blanks();
      if (!take(',') && (at_end() || here() != ')')) return false;
    }
    value_.close(list);
    value_.at(list).text = text_.substr(begin, at_ - begin);
    return true;
  }

  bool read_bare(std::string_view key, std::size_t depth) {
    auto const begin = at_;
    constexpr std::string_view ends = ",]}):=([{\"' \t\r";
    while (!at_end() && ends.find(here()) == std::string_view::npos) ++at_;
    auto const text = text_.substr(begin, at_ - begin);
    if (text.empty()) return false;
    if (!at_end() && here() == '(' && (std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_')) {
      auto const nodes = value_.nodes().size();
      if (!read_call(key, depth)) return false;
      if (value_[nodes].kind == Kind::list && children_of(value_, nodes) == 1) value_.unwrap(nodes);
      return true;
    }
    if (!at_end() && (here() == '"' || here() == '\'') && is_any_of(text, {"b", "u", "r", "B", "U", "R"}))
      return read(key, depth);
    add_scalar(value_, text, false, key);
    return true;
  }

  bool read_string(std::string& decoded) {
    auto const quote = text_[at_++];
    while (!at_end()) {
      auto const c = text_[at_++];
      if (c == quote) {
        if (!take(quote)) return true;
        decoded += quote;  // doubled, as in CSV
      } else if (c == '\\' && !at_end()) {
        if (!read_escape(decoded)) return false;
      } else {
        decoded += c;
      }
    }
    return false;
  }

  bool read_hex(std::size_t digits, unsigned& code) {
    if (at_ + digits > text_.size()) return false;
    auto const* begin = text_.data() + at_;
    auto const [end, error] = std::from_chars(begin, begin + digits, code, 16);
    at_ += digits;
    return error == std::errc{} && end == begin + digits;
  }

  bool read_escape(std::string& decoded) {
    auto const c = text_[at_++];
    constexpr std::string_view names = "nrtbf0", meanings{"\n\r\t\b\f\0", 6};
    if (auto const found = names.find(c); found != std::string_view::npos) return decoded += meanings[found], true;
    unsigned code = 0;
    if (c == 'x') return read_hex(2, code) && (append_code_point(decoded, code), true);
    if (c == 'U') return read_hex(8, code) && code < 0x110000 && (append_code_point(decoded, code), true);
    if (c != 'u') return decoded += c, true;
    if (!read_hex(4, code)) return false;
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
      unsigned low = 0;
      at_ += 2;
      if (!read_hex(4, low)) return false;
      if (low < 0xDC00 || low >= 0xE000) return append_code_point(decoded, code), append_code_point(decoded, low), true;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_code_point(decoded, code & 0x1FFFFF);
    return true;
  }

  std::string_view text_;
  Value& value_;
  std::size_t at_ = 0;
  char separator_ = ',';
};

/// What parts the fields of a line: a comma; where there is none a tab or a semicolon; blanks between numbers alone.
char separator_of(std::string_view text) {
  auto tabs = false, semicolons = false, blanks = false;
  for (auto const c : text) {
    if (c == ',') return c;
    tabs = tabs || c == '\t';
    semicolons = semicolons || c == ';';
    blanks = blanks || c == ' ';
  }
  if (tabs || semicolons || !blanks) return tabs ? '\t' : semicolons ? ';' : ',';
  double number = 0;
  for (auto from = text.find(' '); from != std::string_view::npos; from = text.find(' ')) {
    if (!is_number(text.substr(0, from), number)) return ',';
    text = trimmed(text.substr(from));
  }
  return is_number(text, number) ? ' ' : ',';
}

/// Reads a line of fields between commas, without quotes, brackets and blanks in them, as most releases are: quickly.
bool read_plain(std::string_view text, Value& value) {
  static constexpr auto is_special = [] {
    std::array<bool, 256> table{};
    for (auto const c : std::string_view{" \t\r;\"'[](){}!"}) table[static_cast<unsigned char>(c)] = true;
    return table;
  }();
  if (text.empty()) return false;
  for (auto const c : text)
    if (is_special[static_cast<unsigned char>(c)]) return false;
  auto const list = value.add({.kind = Kind::list, .text = text});
  for (std::size_t from = 0; from <= text.size();) {
    auto const comma = std::min(text.find(',', from), text.size());
    auto const field = text.substr(from, comma - from);
    if (field.empty()) add_word(value, {}, false, {});
    else add_scalar(value, field, false, {});
    from = comma + 1;
  }
  value.close(list);
  return true;
}

/// {"error": ..}: an error with its message as a word.
void make_errors(Value& value) {
  if (value[0].kind != Kind::map || children_of(value, 0) != 1 || value[1].key != "error") return;
  auto const message = value[1].text;
  value.drop_from(1);
  value.at(0).kind = Kind::error;
  value.add({.kind = Kind::word, .in_quotes = true, .text = message});
  value.close(0);
}

}  // namespace

bool is_number(std::string_view text, double& number) {
  constexpr std::string_view first_letters = "0123456789.+-iInNtTfF";
  if (text.empty() || first_letters.find(text[0]) == std::string_view::npos) return false;
  if (is_any_of(text, {"true", "True", "TRUE"})) return number = 1, true;
  if (is_any_of(text, {"false", "False", "FALSE"})) return number = 0, true;
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) {  // far from 0, or so near that it is 0, which from_chars does not say
    std::istringstream in{std::string{text}};
    in.imbue(std::locale::classic());
    if (!(in >> number)) number = std::copysign(std::numeric_limits<double>::infinity(), number);
  }
  return true;
}

bool loses_digits(std::string_view text, double value) {
  constexpr std::size_t always_exact = 15;  // decimal digits
  if (text.size() <= always_exact) return false;
  if (text[0] == '-' || text[0] == '+') text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  if (text.size() <= always_exact || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
  return fmt::format("{:.0f}", std::abs(value)) != text;
}

void read_value(std::string_view text, Value& value) {
  value.clear();
  text = trimmed(text);
  if (!is_utf8(text)) text = value.keep(with_bytes_escaped(text));
  if (read_plain(text, value)) return;
  constexpr std::string_view error = "!error";
  if (text.starts_with(error)) {
    value.add({.kind = Kind::error, .text = text});
    value.add({.kind = Kind::word, .in_quotes = true, .text = trimmed(text.substr(error.size()))});
    return value.close(0);
  }
  if (text.empty()) {
    value.add({.kind = Kind::list});
    return;
  }
  if (std::string_view{"[{("}.find(text[0]) != std::string_view::npos) {
    if (Reader reader{text, value}; reader.read_whole()) {
      make_errors(value);
      return;
    }
    value.drop_from(0);
  }
  if (Reader reader{text, value}; reader.read_fields(separator_of(text))) {
    // a call alone, such as array([1, 2]), is what it holds
    if (value[0].end > 1 && value[1].end == value[0].end && value[1].kind >= Kind::list && text.back() == ')') {
      value.unwrap(0);
      make_errors(value);
    }
    return;
  }
  value.drop_from(0);
  value.add({.kind = Kind::word, .text = text});
  value.wrap_in_list();
}

}  // namespace warner::mechanisms::external
