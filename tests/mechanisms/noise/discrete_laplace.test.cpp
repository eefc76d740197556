#include "mechanisms/noise/discrete_laplace.hpp"

#include <limits>

#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::DiscreteLaplace;
using namespace warner::tests;

TEST_CASE("DiscreteLaplace draws follow the law, and with 1 / -ln ratio 1.05 times as large they do not",
          "[mechanisms][noise][statistical]") {
  for (auto const ratio : {0.2, 0.7, 0.99}) {
    CAPTURE(ratio);
    check_discrete(DiscreteLaplace{ratio}, DiscreteLaplace{std::pow(ratio, 1 / 1.05)},
                   "discrete laplace/" + std::to_string(ratio));
  }
}

TEST_CASE("DiscreteLaplace: mass, distribution function and moments agree", "[mechanisms][noise]") {
  check_mass(DiscreteLaplace{0.7}, -150, 150);
  CHECK(DiscreteLaplace{0.5}.pmf(0) == Catch::Approx(1.0 / 3).epsilon(1e-15));
}

TEST_CASE("DiscreteLaplace: the privacy loss of neighbouring integers is -ln ratio, on the noise's own grid",
          "[mechanisms][noise]") {
  DiscreteLaplace const law{std::exp(-0.5)};
  for (int z = 1; z < 50; ++z) CHECK(law.log_pmf(z - 1) - law.log_pmf(z) == Catch::Approx(0.5).epsilon(1e-12));
}

TEST_CASE("DiscreteLaplace: a fill is the draws one by one, and there is no negative zero", "[mechanisms][noise]") {
  check_one_by_one(DiscreteLaplace{0.7});
  for (auto const x : draws(DiscreteLaplace{0.2}, "discrete laplace/zero", 10'000)) CHECK((x != 0 || !std::signbit(x)));
}

TEST_CASE("DiscreteLaplace refuses a ratio outside (0, 1)", "[mechanisms][noise]") {
  for (auto const ratio : {0.0, 1.0, -1.0, 2.0, std::nan("")})
    CHECK_THROWS_AS(DiscreteLaplace{ratio}, std::invalid_argument);
}
