#include "mechanisms/noise/exact.hpp"

#include "mechanisms/noise/discrete_laplace.hpp"
#include "tests/golden/tables.hpp"
#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::DiscreteGaussianExact;
using warner::mechanisms::noise::DiscreteLaplace;
using warner::mechanisms::noise::DiscreteLaplaceExact;
using namespace warner;
using namespace warner::tests;

// The wrong twins are 21 / 20 of the scale and of the standard deviation: stated to the integers, like the sound ones.
TEST_CASE("DiscreteLaplaceExact draws follow the law, and at 21 / 20 of the scale they do not",
          "[mechanisms][noise][statistical]") {
  check_discrete(DiscreteLaplaceExact{{7, 2}}, DiscreteLaplaceExact{{147, 40}}, "discrete laplace exact");
  check_discrete(DiscreteLaplaceExact{{1, 3}}, DiscreteLaplaceExact{{21, 60}}, "discrete laplace exact/narrow");
}

TEST_CASE("DiscreteGaussianExact draws follow the law, and at 21 / 20 of the standard deviation they do not",
          "[mechanisms][noise][statistical]") {
  check_discrete(DiscreteGaussianExact{{25, 4}}, DiscreteGaussianExact{{25 * 441, 4 * 400}}, "discrete gaussian exact");
  check_discrete(DiscreteGaussianExact{{1, 3}}, DiscreteGaussianExact{{441, 3 * 400}},
                 "discrete gaussian exact/narrow");
}

TEST_CASE("the exact laws: mass, distribution function and moments agree", "[mechanisms][noise]") {
  check_mass(DiscreteLaplaceExact{{7, 2}}, -150, 150);
  check_mass(DiscreteGaussianExact{{25, 4}}, -100, 100);
  DiscreteLaplace const fast{std::exp(-2.0 / 7)};
  for (int z = -100; z <= 100; ++z)
    CHECK(DiscreteLaplaceExact{{7, 2}}.log_pmf(z) == Catch::Approx(fast.log_pmf(z)).epsilon(1e-12));
}

TEST_CASE("the exact laws: a fill is the draws one by one, and draws are what they were",
          "[mechanisms][noise][golden]") {
  check_one_by_one(DiscreteLaplaceExact{{7, 2}});
  check_one_by_one(DiscreteGaussianExact{{25, 4}});
  sim::Address const address{2026, sim::Purpose::certify, sim::Arm::d};
  sim::Stream a{address, 7}, b{address, 7};
  for (auto const expected : golden::discrete_laplace_exact) CHECK(DiscreteLaplaceExact{{7, 2}}(a) == expected);
  for (auto const expected : golden::discrete_gaussian_exact) CHECK(DiscreteGaussianExact{{25, 4}}(b) == expected);
}

TEST_CASE("the exact laws take the largest and the smallest fractions they promise to", "[mechanisms][noise]") {
  constexpr std::uint64_t most = 1 << 20;
  sim::Stream stream{sim::Address{seed_of("exact/extremes")}, 0};
  double largest = 0;
  for (int i = 0; i < 1000; ++i) {
    CHECK(DiscreteGaussianExact{{1, most}}(stream) == 0);  // e^(-2^19) for 1
    CHECK(DiscreteLaplaceExact{{1, most}}(stream) == 0);
    CHECK(std::fabs(DiscreteGaussianExact{{most, most - 1}}(stream)) < 10);
    largest = std::max(largest, std::fabs(DiscreteGaussianExact{{most, 1}}(stream)));
  }
  CHECK(largest > 2 * 1024);  // a thousand draws stay below two standard deviations with probability 6e-21
  CHECK(largest < 9 * 1024);
}

TEST_CASE("the exact laws refuse what is no fraction of theirs", "[mechanisms][noise]") {
  for (std::uint64_t const part : {std::uint64_t{0}, std::uint64_t{(1 << 20) + 1}, ~std::uint64_t{0}}) {
    CHECK_THROWS_AS((DiscreteLaplaceExact{{part, 1}}), std::invalid_argument);
    CHECK_THROWS_AS((DiscreteGaussianExact{{1, part}}), std::invalid_argument);
  }
}
