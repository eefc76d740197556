#include "mechanisms/noise/exponential.hpp"

#include <limits>

#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::Exponential;
using namespace warner::tests;

TEST_CASE("Exponential draws follow the law, and at 1.05 of the mean they do not", "[mechanisms][noise][statistical]") {
  check_continuous(Exponential{2.5}, Exponential{2.5 * 1.05}, "exponential");
}

TEST_CASE("Exponential: density, distribution function and moments agree", "[mechanisms][noise]") {
  check_density(Exponential{0.7}, 0, 30);
  CHECK(Exponential{2}.pdf(-1) == 0);
  CHECK(Exponential{2}.cdf(-1) == 0);
}

TEST_CASE("Exponential: a fill is the draws one by one", "[mechanisms][noise]") { check_one_by_one(Exponential{2}); }

TEST_CASE("Exponential refuses a mean that is none", "[mechanisms][noise]") {
  for (auto const mean : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    CHECK_THROWS_AS(Exponential{mean}, std::invalid_argument);
}
