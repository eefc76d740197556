#include "mechanisms/noise/discrete_gaussian.hpp"

#include <limits>

#include "mechanisms/noise/exact.hpp"
#include "tests/golden/tables.hpp"
#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::DiscreteGaussian;
using warner::mechanisms::noise::DiscreteGaussianExact;
using namespace warner::tests;

TEST_CASE("DiscreteGaussian draws follow the law, and at 1.05 of the standard deviation they do not",
          "[mechanisms][noise][statistical]") {
  for (auto const deviation : {0.6, 2.5, 10.0, 40.0}) {
    CAPTURE(deviation);
    check_discrete(DiscreteGaussian{deviation}, DiscreteGaussian{1.05 * deviation},
                   "discrete gaussian/" + std::to_string(deviation));
  }
}

TEST_CASE("DiscreteGaussian: mass, distribution function and moments agree", "[mechanisms][noise]") {
  check_mass(DiscreteGaussian{1.3}, -127, 127);
  check_mass(DiscreteGaussian{13}, -127, 127);
  check_mass(DiscreteGaussian{300}, -2940, 2940);
  // Poisson's summation: the sum of e^(-z^2 / 2 s^2) is s sqrt(2 pi) (1 + 2 e^(-2 pi^2 s^2) + ..).
  CHECK(DiscreteGaussian{2}.pmf(0) == Catch::Approx(1 / (2 * std::sqrt(2 * M_PI))).epsilon(1e-13));
}

TEST_CASE("DiscreteGaussian by table and by exact integers are one law", "[mechanisms][noise]") {
  DiscreteGaussian const table{10};
  DiscreteGaussianExact const exact{{100, 1}};
  for (int z = -127; z <= 127; ++z) CHECK(table.pmf(z) == Catch::Approx(exact.pmf(z)).epsilon(1e-12));
  CHECK(table.variance() == Catch::Approx(exact.variance()).epsilon(1e-12));
}

TEST_CASE("DiscreteGaussian as wide as it gets has its variance to the table's last digit", "[mechanisms][noise]") {
  DiscreteGaussian const wide{DiscreteGaussian::largest};
  CHECK(wide.table().bits() == 18);
  CHECK(wide.variance() ==
        Catch::Approx(1e8).epsilon(1e-13));  // what lies beyond 9.8 standard deviations is below 2^-64
  CHECK(wide.pmf(0) == Catch::Approx(1 / (1e4 * std::sqrt(2 * M_PI))).epsilon(1e-13));
}

TEST_CASE("DiscreteGaussian: a fill is the draws one by one", "[mechanisms][noise]") {
  check_one_by_one(DiscreteGaussian{2.5}), check_one_by_one(DiscreteGaussian{100});
}

TEST_CASE("DiscreteGaussian: the table is what it was, on every machine", "[mechanisms][noise][golden]") {
  DiscreteGaussian const law{10};
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (auto const entry : law.table().entries()) hash = (hash ^ entry) * 0x100000001b3u;
  CHECK(hash == warner::golden::discrete_gaussian_10);
  warner::sim::Stream stream{warner::sim::Address{2026, warner::sim::Purpose::certify, warner::sim::Arm::d}, 7};
  for (auto const expected : warner::golden::discrete_gaussian_draws) CHECK(law(stream) == expected);
}

TEST_CASE("DiscreteGaussian refuses a standard deviation that is none, or too large for the table",
          "[mechanisms][noise]") {
  for (auto const deviation : {0.0, -1.0, 10'000.1, std::numeric_limits<double>::infinity(), std::nan("")})
    CHECK_THROWS_AS(DiscreteGaussian{deviation}, std::invalid_argument);
}
