#include "cli/number.hpp"

#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::cli {
namespace {

template <class Number>
bool parse(std::string const& text, Number& value) {
  auto const* first = text.data();
  auto const* last = first + text.size();
  if (first != last && *first == '+') ++first;
  auto const [end, error] = std::from_chars(first, last, value);
  return error == std::errc{} && end == last;
}

}  // namespace

double real_from(std::string const& option, std::string const& text) {
  double value = 0;
  require(parse(text, value), fmt::format("{}: '{}' is not a number", option, text));
  return value;
}

std::uint64_t count_from(std::string const& option, std::string const& text) {
  auto const value = real_from(option, text);
  require(value >= 0 && value <= 0x1p53 && value == std::floor(value),
          fmt::format("{}: {} is not a whole number from 0 to 2^53 (1e6 is fine)", option, text));
  return static_cast<std::uint64_t>(value);
}

std::uint64_t seed_from(std::string const& option, std::string const& text) {
  std::uint64_t value = 0;
  require(parse(text, value), fmt::format("{}: '{}' is not a whole number from 0 to 2^64 - 1", option, text));
  return value;
}

}  // namespace warner::cli
