#include "mechanisms/noise/laplace.hpp"

#include <limits>

#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::Laplace;
using namespace warner::tests;

TEST_CASE("Laplace draws follow the law, and at 1.05 of the scale they do not", "[mechanisms][noise][statistical]") {
  check_continuous(Laplace{2.5}, Laplace{2.5 * 1.05}, "laplace");
}

TEST_CASE("Laplace: density, distribution function and moments agree", "[mechanisms][noise]") {
  check_density(Laplace{0.7}, -30, 30);
  CHECK(Laplace{2}.pdf(0) == 0.25);
  CHECK(Laplace{2}.cdf(0) == 0.5);
}

TEST_CASE("Laplace: a fill is the draws one by one", "[mechanisms][noise]") { check_one_by_one(Laplace{1}); }

TEST_CASE("Laplace refuses a scale that is none", "[mechanisms][noise]") {
  for (auto const scale : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    CHECK_THROWS_AS(Laplace{scale}, std::invalid_argument);
  CHECK_THROWS_WITH(Laplace{-1e-9}, "scale: -1e-09 is not positive and finite");
}
