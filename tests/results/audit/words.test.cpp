#include "results/audit/words.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "tests/support/catch.hpp"

using warner::results::interval;
using warner::results::rounded_down;
using warner::results::rounded_up;
using warner::results::share;

TEST_CASE("A share of trials is said in digits that tell it from all and from none", "[results]") {
  CHECK(share(0) == "none");
  CHECK(share(1) == "all");
  CHECK(share(0.99999) == "nearly all");
  CHECK(share(0.33456) == "0.3346");
  CHECK(share(1e-9) == "1e-09");
}

TEST_CASE("Bounds are shown on the side on which they are certified", "[results]") {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  CHECK(rounded_down(0) == "0");
  CHECK(rounded_down(1) == "1");
  CHECK(rounded_down(1.02499998) == "1.02499");
  CHECK(rounded_down(0.99999998) == "0.999999");
  CHECK(rounded_down(9.99999998) == "9.99999");
  CHECK(rounded_down(1.99996, 4) == "1.999");
  CHECK(rounded_down(-0.12345678, 4) == "-0.1235");
  CHECK(rounded_down(infinity) == "inf");
  CHECK(rounded_up(0) == "0");
  CHECK(rounded_up(1.02, 4) == "1.02");
  CHECK(rounded_up(1.00001, 4) == "1.001");
  CHECK(rounded_up(-0.99999, 4) == "-0.9999");
  CHECK(rounded_up(infinity) == "inf");
  CHECK(interval(0.98765, 1.23411, 3) == "[0.987, 1.24]");
  for (int i = 1; i < 2'000; ++i) {
    auto const bound = std::exp(-30 + 0.0317 * i);
    for (auto const digits : {1, 4, 6, 12}) {
      CHECK(std::stod(rounded_down(bound, digits)) <= bound);
      CHECK(std::stod(rounded_up(bound, digits)) >= bound);
      CHECK(std::stod(rounded_up(bound, digits)) - std::stod(rounded_down(bound, digits)) <=
            1.001 * std::pow(10, std::floor(std::log10(bound)) - digits + 1));
    }
  }
}
