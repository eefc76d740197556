#include "mechanisms/external/release/text_parts.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "mechanisms/external/release/read_value.hpp"

namespace warner::mechanisms::external {
namespace {

using Kind = Value::Kind;

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_of_word(char c) {
  return is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_within_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }  // of UTF-8

/// Finds one part after the other.
class Parts {
 public:
  explicit Parts(std::string_view text) : text_{text} {}

  struct Part {
    std::size_t begin, end;
    bool may_be_number;
  };

  /// @return the next one; an empty one at the end of the text where there is none.
  Part next() {
    while (at_ < text_.size() && !is_of_word(text_[at_])) ++at_;
    auto const word_end = end_of(at_, is_of_word);
    Part part{at_, word_end, at_ < word_end && is_digit(text_[at_])};
    if (part.may_be_number) find_number(part);
    at_ = part.end;
    return part;
  }

 private:
  template <class Fits>
  std::size_t end_of(std::size_t from, Fits const& fits) const {
    while (from < text_.size() && fits(text_[from])) ++from;
    return from;
  }

  void find_number(Part& part) {
    if (part.begin >= dotted_until_) {
      auto const end = end_of(part.begin, [](char c) { return is_digit(c) || c == '.'; });
      auto const run = text_.substr(part.begin, end - part.begin);
      auto const is_last = run.back() == '.';  // the end of a sentence
      if (std::ranges::count(run, '.') - is_last > 1) dotted_until_ = end;
    }
    if (part.begin < dotted_until_) {
      auto const digits = end_of(part.begin, is_digit);
      part.may_be_number = digits == part.end;
      return;
    }
    auto begin = part.begin;
    auto const before = [&](std::size_t i) { return i > 0 && is_of_word(text_[i - 1]); };
    if (begin > 0 && text_[begin - 1] == '.' && !before(begin - 1)) --begin;
    if (begin > 0 && text_[begin - 1] == '-' && !before(begin - 1)) --begin;
    double number = 0;
    auto const* const last = text_.data() + text_.size();
    auto const [stop, error] = std::from_chars(text_.data() + begin, last, number);
    auto const end = static_cast<std::size_t>(stop - text_.data());
    part.may_be_number = error != std::errc::invalid_argument && !(stop != last && is_of_word(*stop));
    if (part.may_be_number) part.begin = begin, part.end = text_[end - 1] == '.' ? end - 1 : end;
  }

  std::string_view text_;
  std::size_t at_ = 0, dotted_until_ = 0;
};

}  // namespace

void take_apart(std::string_view text, bool by_characters, Value& value) {
  value.clear();
  auto const whole = value.add({.kind = Kind::map, .text = text});
  auto const list = value.add({.kind = Kind::list, .text = text, .key = by_characters ? "characters" : "parts"});
  if (by_characters) {
    for (std::size_t i = 0, end = 0; i < text.size(); i = end) {
      for (end = i + 1; end < text.size() && is_within_character(text[end]);) ++end;
      value.add({.kind = Kind::word, .text = text.substr(i, end - i)});
    }
    value.close(list);
    return value.close(whole);
  }
  std::string between;
  std::size_t from = 0;
  Parts parts{text};
  for (auto part = parts.next(); part.begin < part.end; part = parts.next()) {
    auto const said = text.substr(part.begin, part.end - part.begin);
    double number = 0;
    if (part.may_be_number && is_number(said, number))
      value.add({.kind = Kind::number, .rounded = loses_digits(said, number), .number = number, .text = said});
    else value.add({.kind = Kind::word, .text = said});
    between.append(text.substr(from, part.begin - from)).push_back('_');
    from = part.end;
  }
  between.append(text.substr(from));
  value.close(list);
  value.add({.kind = Kind::word, .text = value.keep(std::move(between)), .key = "between"});
  value.close(whole);
}

bool has_parts(std::string_view text) {
  Parts parts{text};
  auto const first = parts.next();
  return first.begin < first.end && !(first.begin == 0 && first.end == text.size());
}

}  // namespace warner::mechanisms::external
