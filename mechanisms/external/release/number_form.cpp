#include "mechanisms/external/release/number_form.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warner::mechanisms::external {
namespace {

constexpr unsigned as_truth = 1, in_quotes = 2, padded = 4, with_point = 8, with_trailing_zeros = 16;
constexpr std::array words{"as true or false", "in quotes", "with leading zeros or a plus", "with a point",
                           "with trailing zeros"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

NumberForm form_of(Value::Node const& number) {
  auto text = number.text;
  if (number.is_date || text.empty() || !std::isfinite(number.number)) return {};
  NumberForm form{in_quotes, number.in_quotes ? in_quotes : 0};
  if (number.number == 0 || number.number == 1) form.could |= as_truth;
  if (std::string_view{"tTfF"}.find(text[0]) != std::string_view::npos) {
    form.is |= as_truth;
    return form;
  }
  form.could |= padded;
  auto const plus = text[0] == '+';
  if (plus || text[0] == '-') text.remove_prefix(1);
  if (plus || (text.size() > 1 && text[0] == '0' && is_digit(text[1]))) form.is |= padded;
  auto const digits = text.substr(0, std::min(text.find_first_of("eE"), text.size()));
  auto const point = digits.find('.');
  if (std::trunc(number.number) == number.number) {
    form.could |= with_point;
    if (point != std::string_view::npos || digits.size() < text.size()) form.is |= with_point;
  } else if (digits.size() == text.size()) {
    form.could |= with_trailing_zeros;
    if (point != std::string_view::npos && digits.back() == '0') form.is |= with_trailing_zeros;
  }
  return form;
}

std::string form_in_words(unsigned bits) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k)
    if (bits >> k & 1) text += (text.empty() ? "" : " ") + std::string{words[k]};
  return text.empty() ? "plainly" : text;
}

}  // namespace warner::mechanisms::external
