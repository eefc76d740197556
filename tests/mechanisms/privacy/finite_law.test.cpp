#include "mechanisms/privacy/finite_law.hpp"

#include <cmath>

#include "mechanisms/privacy/lattice_law.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "tests/golden/privacy.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms::privacy;
using Catch::Approx;

namespace {

Approx exactly(long double value) { return Approx(static_cast<double>(value)).epsilon(1e-13).margin(0); }
double rounded(long double value) { return static_cast<double>(value); }

}  // namespace

TEST_CASE("finite laws have their known privacy", "[mechanisms][privacy]") {
  namespace golden = warner::golden;
  CHECK(rounded(discrete_gaussian_law(1, 1).law().delta(0)) == exactly(golden::discrete_gaussian_1_total_variation));
  CHECK(rounded(discrete_gaussian_law(1, 1).law().epsilon(1e-3L)) == exactly(golden::discrete_gaussian_1_epsilon));
  CHECK(rounded(k_ary_law(1, 3).law().delta(0)) == exactly(golden::k_ary_1_3_total_variation));
  CHECK(rounded(discrete_laplace_law(1, 1).law().delta(0)) == exactly(golden::discrete_laplace_1_total_variation));
  auto const staircase = staircase_law(0.5L, 1 / (1 + std::exp(0.25L))).law();
  CHECK(rounded(staircase.beta(0.01L)) == exactly(golden::staircase_half_beta));
  CHECK(rounded(staircase.delta(0)) == exactly(golden::staircase_half_total_variation));
}

TEST_CASE("masses add to one under both laws, and the swapped law is the mirror image", "[mechanisms][privacy]") {
  for (auto const& lattice :
       {binary_law(0.9L, 0.3L).power(20), k_ary_law(0.7L, 5).power(9), discrete_laplace_law(0.3L, 4).power(6),
        discrete_gaussian_law(4, 3).power(3), staircase_law(1, 0.3L).power(5)}) {
    auto const law = lattice.law(), swapped = lattice.swapped().law();
    long double p = 0, q = 0;
    for (auto const& o : law.outcomes()) {
      p += o.p;
      q += o.q;
      if (o.p > 1e-300L) CHECK(rounded(std::log(o.p / o.q) - o.loss) == Approx(0).margin(1e-12));
    }
    CHECK(rounded(p) == exactly(1));
    CHECK(rounded(q) == exactly(1));
    for (long double const epsilon : {0.2L, 1.0L, 2.5L})
      CHECK(rounded(swapped.delta(-epsilon)) ==
            exactly(-std::expm1(-epsilon) + std::exp(-epsilon) * law.delta(epsilon)));
  }
}

TEST_CASE("epsilon inverts delta, and beta is the convex conjugate", "[mechanisms][privacy]") {
  auto const law = k_ary_law(1, 4).power(7).law();
  for (long double const delta : {1e-6L, 1e-3L, 0.1L, 0.4L}) {
    auto const epsilon = law.epsilon(delta);
    CHECK(rounded(law.delta(epsilon)) == exactly(delta));
  }
  CHECK(law.epsilon(1) == 0);
  CHECK(rounded(law.epsilon(0)) == exactly(7));
  CHECK(law.beta(0) == exactly(1));
  CHECK(law.beta(1) == 0);
  for (long double const alpha :
       {1e-4L, 0.05L, 0.5L})  // every line of the profile lies below the curve, and one touches it
    for (long double const epsilon : {-2.0L, 0.0L, 1.0L, 3.0L})
      CHECK(law.beta(alpha) >= 1 - law.delta(epsilon) - std::exp(epsilon) * alpha - 1e-15L);
}

TEST_CASE("an outcome that Q never has costs its mass at every epsilon", "[mechanisms][privacy]") {
  auto const law = channel_law({0.1, 0.5, 0.4, 0}, {0, 0.3, 0.6, 0.1});
  CHECK(rounded(law.delta(100)) == exactly(0.1));
  CHECK(std::isinf(law.epsilon(0.05L)));
  CHECK(rounded(law.epsilon(0.1)) == exactly(std::log(0.5 / 0.3)));
  CHECK(std::isinf(law.renyi(2)));
  CHECK(std::isinf(law.pure_epsilon()));
  CHECK(channel_delta({{0.75, 0.25}, {0.25, 0.75}}, 0.5) == exactly(binary_delta(0.75, 0.25, 0.5)));
  CHECK(channel_epsilon({{0.75, 0.25}, {0.25, 0.75}}, 0) == exactly(std::log(3.0)));
}

TEST_CASE("Renyi divergences of randomised response", "[mechanisms][privacy]") {
  long double const p = 0.75L;
  auto const law = binary_law(p, 1 - p).law();
  auto const formula = [&](long double a) {
    return std::log(std::pow(p, a) * std::pow(1 - p, 1 - a) + std::pow(1 - p, a) * std::pow(p, 1 - a)) / (a - 1);
  };
  for (long double const order : {0.3L, 0.5L, 1.5L, 2.0L, 64.0L, 5000.0L})
    CHECK(rounded(law.renyi(order)) == exactly(formula(order)));
  auto const epsilon = std::log(3.0L);
  CHECK(rounded(law.renyi(1)) == exactly(epsilon * std::tanh(epsilon / 2)));
}

TEST_CASE("laws refuse what makes no law", "[mechanisms][privacy]") {
  CHECK_THROWS_AS(binary_law(0, 0.5L), std::invalid_argument);
  CHECK_THROWS_AS(k_ary_law(1, 1), std::invalid_argument);
  CHECK_THROWS_AS(discrete_laplace_law(-1, 1), std::invalid_argument);
  CHECK_THROWS_AS(discrete_gaussian_law(1, 0), std::invalid_argument);
  CHECK_THROWS_AS(FiniteLaw({}), std::invalid_argument);
  CHECK_THROWS_AS(channel_law({1}, {0.5, 0.5}), std::invalid_argument);
  CHECK_THROWS_AS(binary_law(0.5L, 0.4L).power(0), std::invalid_argument);
}
