#include "mechanisms/contract/parameter_values.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms;

namespace {

/// epsilon itself, or scale = 1 / epsilon.
double epsilon_of(Given const& given) {
  return epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}, {"scale", [](double b) { return 1 / b; }}});
}

}  // namespace

TEST_CASE("what is not given has its default", "[mechanisms]") {
  CHECK(value_or({}, "n", 3) == 3);
  CHECK(value_or({{"n", 4}}, "n", 3) == 4);
  CHECK(whole_or({}, "n", 3, 1, 9) == 3);
  CHECK(whole_or({{"n", 9}}, "n", 3, 1, 9) == 9);
  for (double const bad : {0.0, 10.0, 1.5, -1.0, HUGE_VAL, std::nan("")})
    CHECK_THROWS_WITH(whole_or({{"n", bad}}, "n", 3, 1, 9),
                      Catch::Contains("n: ") && Catch::Contains("is not a whole number from 1 to 9"));
}

TEST_CASE("epsilon follows from what is given", "[mechanisms]") {
  CHECK(epsilon_of({}) == 1);
  CHECK(epsilon_of({{"epsilon", 0.5}}) == 0.5);
  CHECK(epsilon_of({{"scale", 4}}) == 0.25);
  CHECK(epsilon_of({{"epsilon", 0.25}, {"scale", 4 * (1 + 1e-10)}}) == 0.25);  // within rounding: the first one counts
  CHECK_THROWS_WITH(epsilon_of({{"epsilon", 0.25}, {"scale", 4 * (1 + 1e-8)}}),
                    Catch::Contains("scale: 4.00000004") && Catch::Contains("0.25"));
}

TEST_CASE("an epsilon that is none is refused by its name and value", "[mechanisms]") {
  for (double const bad : {0.0, -1.0, HUGE_VAL})
    CHECK_THROWS_WITH(epsilon_of({{"epsilon", bad}}),
                      Catch::Contains("epsilon: ") && Catch::Contains("is not positive and finite"));
  CHECK_THROWS_WITH(require_positive("scale", -2, "of the noise"),
                    "scale: -2 is not positive and finite (of the noise)");
  CHECK(require_positive("scale", 2, "of the noise") == 2);
}
