#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "sim/require.hpp"

namespace warner::mechanisms::noise {

/// "symbol: value problem", the value in its shortest digits.
inline std::string refusal(std::string_view symbol, double value, std::string_view problem) {
  char digits[32];
  auto const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  return std::string{symbol} + ": " + std::string{digits, end} + " " + std::string{problem};
}

/// The value, if it is positive and finite. @throws std::invalid_argument "symbol: value is not positive and finite".
inline double positive(std::string_view symbol, double value) {
  if (!(value > 0 && std::isfinite(value))) require(false, refusal(symbol, value, "is not positive and finite"));
  return value;
}

/// The value, if it is inside (0, 1). @throws std::invalid_argument.
inline double inside_unit(std::string_view symbol, double value) {
  if (!(value > 0 && value < 1)) require(false, refusal(symbol, value, "is not in (0, 1)"));
  return value;
}

/// The value, if it is in [0, 1]. @throws std::invalid_argument.
inline double probability_of(std::string_view symbol, double value) {
  if (!(value >= 0 && value <= 1)) require(false, refusal(symbol, value, "is not in [0, 1]"));
  return value;
}

}  // namespace warner::mechanisms::noise
