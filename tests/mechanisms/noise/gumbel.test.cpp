#include "mechanisms/noise/gumbel.hpp"

#include <limits>

#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::Gumbel;
using namespace warner::tests;

TEST_CASE("Gumbel draws follow the law, and at 1.05 of the scale they do not", "[mechanisms][noise][statistical]") {
  check_continuous(Gumbel{2.5}, Gumbel{2.5 * 1.05}, "gumbel");
}

TEST_CASE("Gumbel: density, distribution function and moments agree", "[mechanisms][noise]") {
  check_density(Gumbel{0.7}, -4, 30);
}

TEST_CASE("Gumbel: a fill is the draws one by one", "[mechanisms][noise]") { check_one_by_one(Gumbel{1}); }

TEST_CASE("Gumbel refuses a scale that is none", "[mechanisms][noise]") {
  for (auto const scale : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    CHECK_THROWS_AS(Gumbel{scale}, std::invalid_argument);
}
