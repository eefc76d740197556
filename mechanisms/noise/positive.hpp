#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "sim/require.hpp"

namespace warner::mechanisms::noise {

/// The value, if it is positive and finite. @throws std::invalid_argument "symbol: value is not positive and finite".
inline double positive(std::string_view symbol, double value) {
  require(value > 0 && std::isfinite(value), std::string{symbol} + ": " + std::to_string(value) + " is not positive and finite");
  return value;
}

/// The value, if it is inside (0, 1). @throws std::invalid_argument.
inline double inside_unit(std::string_view symbol, double value) {
  require(value > 0 && value < 1, std::string{symbol} + ": " + std::to_string(value) + " is not in (0, 1)");
  return value;
}

}  // namespace warner::mechanisms::noise
