#include "cli/number.hpp"

#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/level.hpp"

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

double level_from(std::string const& option, std::string const& text) {
  return verify::checked_level(option, real_from(option, text));
}

std::uint64_t count_from(std::string const& option, std::string const& text) {
  auto const value = real_from(option, text);
  require(value >= 0 && value <= 0x1p53 && value == std::floor(value),
          fmt::format("{}: {} is not a whole number from 0 to 2^53 (1e6 is fine)", option, text));
  return static_cast<std::uint64_t>(value);
}

std::uint64_t positive_count_from(std::string const& option, std::string const& text) {
  auto const count = count_from(option, text);
  require(count >= 1, fmt::format("{}: {} is none (leave it out for the default)", option, text));
  return count;
}

double seconds_from(std::string const& option, std::string const& text) {
  auto const* at = text.data();
  auto const* const last = at + text.size();
  double all = 0;
  auto understood = at != last;
  while (understood && at != last) {
    double many = 0;
    auto const [end, error] = std::from_chars(at, last, many, std::chars_format::fixed);
    auto const bare = end == last && at == text.data();
    auto const unit = bare ? 's' : end == last ? '?' : *end;
    auto const each = unit == 's' ? 1 : unit == 'm' ? 60 : unit == 'h' ? 3600 : unit == 'd' ? 86400 : 0;
    understood = error == std::errc{} && many >= 0 && each > 0;
    all += many * each;
    at = end == last ? last : end + 1;
  }
  require(understood && all > 0 && std::isfinite(all),
          fmt::format("{}: '{}' is no time (90s, 10m, 2h, 1h30m)", option, text));
  return all;
}

std::uint64_t seed_from(std::string const& option, std::string const& text) {
  std::uint64_t value = 0;
  require(parse(text, value), fmt::format("{}: '{}' is not a whole number from 0 to 2^64 - 1", option, text));
  return value;
}

}  // namespace warner::cli
