#include "mechanisms/noise/tabulated.hpp"

#include <limits>

#include "mechanisms/noise/discrete_laplace.hpp"
#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::DiscreteLaplace;
using warner::mechanisms::noise::Tabulated;
using namespace warner::tests;

namespace {

/// The two-sided geometric law cut to [-5, 20].
Tabulated truncated(double ratio) {
  std::vector<double> weights;
  for (int z = -5; z <= 20; ++z) weights.push_back(DiscreteLaplace{ratio}.pmf(z));
  return Tabulated{-5, weights};
}

}  // namespace

TEST_CASE("Tabulated draws follow a truncated law, and with 1 / -ln ratio 1.05 times as large they do not",
          "[mechanisms][noise][statistical]") {
  check_discrete(truncated(0.7), truncated(std::pow(0.7, 1 / 1.05)), "tabulated");
}

TEST_CASE("Tabulated: masses, distribution function and moments agree", "[mechanisms][noise]") {
  check_mass(truncated(0.7), -5, 20);
  CHECK(truncated(0.7).pmf(21) == 0);
  CHECK(truncated(0.7).cdf(-6) == 0);
  CHECK(truncated(0.7).cdf(1e300) == 1);
  auto const inside = DiscreteLaplace{0.7}.cdf(20) - DiscreteLaplace{0.7}.cdf(-6);
  CHECK(truncated(0.7).pmf(3) == Catch::Approx(DiscreteLaplace{0.7}.pmf(3) / inside).epsilon(1e-14));
}

TEST_CASE("Tabulated: a fill is the draws one by one", "[mechanisms][noise]") { check_one_by_one(truncated(0.7)); }

TEST_CASE("Tabulated: an integer without weight is never drawn", "[mechanisms][noise]") {
  std::vector<double> const weights{0, 1, 0, 3, 0};
  for (auto const x : draws(Tabulated{10, weights}, "tabulated/holes", 10'000)) CHECK((x == 11 || x == 13));
}

TEST_CASE("Tabulated refuses what is no law", "[mechanisms][noise]") {
  using Weights = std::vector<double>;
  for (auto const& weights :
       {Weights{}, Weights(257, 1.0), Weights{0, 0}, Weights{1, -1}, Weights{std::nan("")}, Weights{INFINITY}})
    CHECK_THROWS_AS((Tabulated{0, weights}), std::invalid_argument);
  CHECK_THROWS_AS((Tabulated{0.5, Weights{1}}), std::invalid_argument);
  CHECK_THROWS_AS((Tabulated{0x1p60, Weights{1}}), std::invalid_argument);
}
