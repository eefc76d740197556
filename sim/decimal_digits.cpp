#include "sim/decimal_digits.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace warner::sim {

double to_decimal_digits(double y, int digits) {
  std::array<char, 32> text;
  auto const [end, written] =
      std::to_chars(text.data(), text.data() + text.size(), y, std::chars_format::general, digits);
  auto rounded = std::copysign(std::numeric_limits<double>::infinity(), y);
  std::from_chars(text.data(), end, rounded);
  return rounded;
}

}  // namespace warner::sim
