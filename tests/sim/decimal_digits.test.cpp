#include "sim/decimal_digits.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include "tests/support/catch.hpp"

using warner::sim::to_decimal_digits;

TEST_CASE("numbers of few decimal digits are those that the C library writes and reads", "[sim]") {
  std::mt19937_64 random{3};
  auto differ = 0;
  for (int i = 0; i < 20'000; ++i) {
    auto const y = std::ldexp(static_cast<double>(random()) - 0x1p63, static_cast<int>(random() % 400) - 260);
    auto const digits = 1 + static_cast<int>(random() % 17);
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.*g", digits, y);
    differ += to_decimal_digits(y, digits) != std::strtod(text.data(), nullptr);
  }
  CHECK(differ == 0);
  CHECK(to_decimal_digits(123'456, 2) == 120'000);
  CHECK(to_decimal_digits(-0.0625, 1) == -0.06);
}

TEST_CASE("what rounds beyond all doubles is infinite, and infinities stay", "[sim]") {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  CHECK(to_decimal_digits(std::numeric_limits<double>::max(), 1) == infinity);
  CHECK(to_decimal_digits(std::numeric_limits<double>::lowest(), 1) == -infinity);
  CHECK(to_decimal_digits(-infinity, 3) == -infinity);
  CHECK(std::isnan(to_decimal_digits(std::nan(""), 3)));
}
