#include "results/audit/words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sim/decimal_digits.hpp"

namespace warner::results {

std::string_view in_words(mechanisms::Relation relation) {
  switch (relation) {
    case mechanisms::Relation::one_differs: return "one answer differs";
    case mechanisms::Relation::all_differ: return "all answers may differ";
    default: return mechanisms::name_of(relation);
  }
}

std::string confidence(double level) {
  constexpr double told = 0.01;  // of the level: so much may be lost to rounding
  auto const percent = 100 * (1 - level);
  for (int digits = 6; digits <= 15; ++digits) {
    if (std::abs(100 - sim::to_decimal_digits(percent, digits) - 100 * level) <= told * 100 * level)
      return fmt::format("{:.{}g} %", percent, digits);
  }
  return fmt::format("100 % less {:g} %", 100 * level);
}

std::string share(double of_all) {
  if (of_all <= 0) return "none";
  if (of_all >= 1) return "all";
  auto text = fmt::format("{:.4g}", of_all);
  return text == "1" ? "nearly all" : text;
}

std::string rounded_down(double bound, int digits) {
  auto const nearest = sim::to_decimal_digits(bound, digits);
  if (!(nearest > bound) || std::isinf(nearest)) return fmt::format("{:.{}g}", bound, digits);
  auto const unit = std::pow(10, std::floor(std::log10(std::abs(bound))) - digits + 1);
  return fmt::format("{:.{}g}", nearest - unit, digits);
}

std::string rounded_up(double bound, int digits) {
  auto text = rounded_down(-bound, digits);
  return bound == 0 ? "0" : text.front() == '-' ? text.substr(1) : '-' + text;
}

std::string interval(double lower, double upper, int digits) {
  return fmt::format("[{}, {}]", rounded_down(lower, digits), rounded_up(upper, digits));
}

std::string grouped(std::uint64_t count) {
  auto text = fmt::format("{}", count);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

}  // namespace warner::results
