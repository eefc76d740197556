#include "verify/bounds/invert.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/support/catch.hpp"

using warner::verify::greatest_refuted;

namespace {

/// ln of a wealth that is exactly 1 / level at the root, and falls there as steeply as wanted.
auto falling_through(double root, double level, double slope = 1) {
  return [=](double x) { return -std::log(level) - slope * (x - root); };
}

}  // namespace

TEST_CASE("the greatest refuted is a known root, to thirteen digits and never above it", "[verify]") {
  for (auto const level : {0.5, 0.05, 1e-9})
    for (auto const root : {1e-6, 0.03, 0.999, 1.0, 1.5, 4.0, 100.0, 600.0})
      for (auto const slope : {0.1, 1.0, 30.0}) {
        CAPTURE(level, root, slope);
        auto const found = greatest_refuted(level, falling_through(root, level, slope));
        CHECK(found <= root);
        CHECK(found == Catch::Approx(root).epsilon(1e-12).margin(1e-12 / slope));
      }
}

TEST_CASE("what it says is refuted, and nothing a little above", "[verify]") {
  auto const steps = [](double x) { return x < 2.75 ? 3.1 : 2.9; };  // e^3.1 > 20 > e^2.9
  auto const found = greatest_refuted(0.05, steps);
  CHECK(found < 2.75);
  CHECK(found > 2.75 - 1e-12);
  CHECK(greatest_refuted(0.06, steps) > 600);  // 1 / 0.06 < e^2.9: everything is refuted, and is sought no further
  CHECK(greatest_refuted(0.04, steps) == 0);
}

TEST_CASE("a wealth of just 1 / level refutes nothing: it may have been rounded up", "[verify]") {
  CHECK(greatest_refuted(0.05, [](double) { return -std::log(0.05); }) == 0);
  CHECK(greatest_refuted(0.05, [](double x) { return x == 0 ? 10 : std::numeric_limits<double>::quiet_NaN(); }) == 0);
}

TEST_CASE("a level that is none is refused", "[verify]") {
  for (auto const level : {0.0, 1.0, -0.1, std::nan("")})
    CHECK_THROWS_AS(greatest_refuted(level, falling_through(1, 0.05)), std::invalid_argument);
}
