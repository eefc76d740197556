#include "sim/bisection.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

using warner::sim::bisected;

TEST_CASE("a bisection ends at neighbouring doubles about a known root", "[sim]") {
  for (auto const root : {1e-9, 0.3, 1.0, 77.7}) {
    auto const [low, high] = bisected({0, 100}, [&](double x) { return x >= root; });
    CHECK(high == root);
    CHECK(low == std::nextafter(root, 0));
  }
}

TEST_CASE("a bisection ends where it is precise enough, or has taken its steps, with the root between its ends",
          "[sim]") {
  auto const at_least_pi = [](double x) { return x >= 3.14159; };
  auto const near = bisected({0, 4}, at_least_pi, {.relative = 0.01});
  CHECK(near.high - near.low <= 0.01 * near.high);
  CHECK(near.high - near.low > 0.002 * near.high);
  auto const brief = bisected({0, 4}, at_least_pi, {.steps = 3});
  CHECK(brief.high - brief.low == 0.5);
  for (auto const& [low, high] : {near, brief}) {
    CHECK(low < 3.14159);
    CHECK(high >= 3.14159);
  }
}
