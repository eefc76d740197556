#include "sim/normal.hpp"

#include <cmath>
#include <initializer_list>

#include "tests/support/catch.hpp"

using namespace warner::sim;

TEST_CASE("the normal law at points known from tables", "[sim]") {
  CHECK(normal_cdf(0) == 0.5);
  CHECK_THAT(normal_cdf(1.959963984540054), Catch::Matchers::WithinRel(0.975, 1e-15));
  CHECK_THAT(normal_cdf(-10), Catch::Matchers::WithinRel(7.619853024160527e-24, 1e-13));
  CHECK(std::fabs(normal_quantile(0.5)) == 0);
  CHECK_THAT(normal_quantile(0.975), Catch::Matchers::WithinRel(1.959963984540054, 1e-15));
}

TEST_CASE("the normal quantile inverts the distribution function, far into the lower tail", "[sim]") {
  for (auto const p : {1e-300, 1e-100, 1e-20, 1e-9, 0.001, 0.3, 0.5, 0.9, 0.999})
    CHECK_THAT(normal_cdf(normal_quantile(p)), Catch::Matchers::WithinRel(p, 1e-11));
}
