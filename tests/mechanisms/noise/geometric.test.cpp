#include "mechanisms/noise/geometric.hpp"

#include <limits>

#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::Geometric;
using namespace warner::tests;

TEST_CASE("Geometric draws follow the law, and with 1 / -ln ratio 1.05 times as large they do not",
          "[mechanisms][noise][statistical]") {
  for (auto const ratio : {0.2, 0.7, 0.99}) {
    CAPTURE(ratio);
    check_discrete(Geometric{ratio}, Geometric{std::pow(ratio, 1 / 1.05)}, "geometric/" + std::to_string(ratio));
  }
}

TEST_CASE("Geometric: mass, distribution function and moments agree", "[mechanisms][noise]") {
  check_mass(Geometric{0.7}, 0, 150);
}

TEST_CASE("Geometric: a fill is the draws one by one", "[mechanisms][noise]") { check_one_by_one(Geometric{0.7}); }

TEST_CASE("Geometric refuses a ratio outside (0, 1)", "[mechanisms][noise]") {
  for (auto const ratio : {0.0, 1.0, -1.0, 2.0, std::nan("")}) CHECK_THROWS_AS(Geometric{ratio}, std::invalid_argument);
}
