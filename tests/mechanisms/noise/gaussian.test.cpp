#include "mechanisms/noise/gaussian.hpp"

#include <limits>

#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::Gaussian;
using namespace warner::tests;

TEST_CASE("Gaussian draws follow the law, and at 1.05 of the standard deviation they do not",
          "[mechanisms][noise][statistical]") {
  check_continuous(Gaussian{2.5}, Gaussian{2.5 * 1.05}, "gaussian");
}

// The cosines and the sines are two samples of their own, and so are the upper tails: of 1,048,576 draws 66.4 are
// expected beyond 4 standard deviations; fewer than 22 or more than 125 have probability below 1e-9.
TEST_CASE("Gaussian: both halves of Box-Muller follow the law, and so does the tail",
          "[mechanisms][noise][statistical]") {
  Gaussian const law{1};
  auto const sample = draws(law, "gaussian/halves");
  std::vector<double> cosines, sines;
  int beyond = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    (i % 16 < 8 ? cosines : sines).push_back(sample[i]);
    beyond += std::fabs(sample[i]) > 4;
  }
  for (auto const& half : {cosines, sines})
    CHECK(kolmogorov_smirnov(half, [&](double x) { return law.cdf(x); }) < ks_refutes_at_1e9);
  CHECK(beyond >= 22);
  CHECK(beyond <= 125);
}

TEST_CASE("Gaussian: density, distribution function and moments agree", "[mechanisms][noise]") {
  check_density(Gaussian{1.3}, -12, 12);
  CHECK(Gaussian{2}.cdf(0) == 0.5);
}

TEST_CASE("Gaussian: a location moves the fill", "[mechanisms][noise]") {
  auto const at_zero = draws(Gaussian{2}, "gaussian/location", 1003),
             at_five = draws(Gaussian{2}, "gaussian/location", 1003, 5);
  for (std::size_t i = 0; i < at_zero.size(); ++i) CHECK(at_five[i] == Catch::Approx(5 + at_zero[i]).margin(1e-14));
}

TEST_CASE("Gaussian refuses a standard deviation that is none", "[mechanisms][noise]") {
  for (auto const deviation : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    CHECK_THROWS_AS(Gaussian{deviation}, std::invalid_argument);
}
