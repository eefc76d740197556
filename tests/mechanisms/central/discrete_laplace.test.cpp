#include "mechanisms/central/discrete_laplace.hpp"

#include <cmath>
#include <numeric>

#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/moments.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

// Level 1e-9 for the sound arm. The twin has 1.05 of the epsilon: the mass at 0 is off by 4 %, 40 standard errors.
TEST_CASE("discrete-laplace releases follow their masses, and not those of 1.05 of the epsilon",
          "[mechanisms][statistical]") {
  auto const sample = released(made("discrete-laplace").mechanism, {-7}, "discrete-laplace")[0];
  auto const pmf = [](double epsilon) {
    return [mechanism = made("discrete-laplace", {{"epsilon", epsilon}}).mechanism](double y) {
      return std::exp(log_density(mechanism, {-7}, {y}));
    };
  };
  CHECK_FALSE(chi_squared(sample, pmf(1)).refutes_at_1e9());
  CHECK(chi_squared(sample, pmf(1.05)).refutes_at_1e9());
}

TEST_CASE("the masses of discrete-laplace sum to one, and give its epsilon at every delta", "[mechanisms]") {
  for (double const sensitivity : {1.0, 3.0}) {
    auto const instance = made("discrete-laplace", {{"epsilon", 0.8}, {"sensitivity", sensitivity}});
    for (auto const& pair : instance.pairs) {
      auto const p = masses(instance.mechanism, pair.d, -200, 200),
                 q = masses(instance.mechanism, pair.d_prime, -200, 200);
      CHECK(std::accumulate(p.begin(), p.end(), 0.0) == Approx(1).epsilon(1e-12));
      for (double const delta : {0.0, 1e-6, 0.01, 0.1, 0.2})
        CHECK(instance.mechanism.exact_epsilon(pair, delta).value() ==
              Approx(enumerated_epsilon(p, q, delta)).epsilon(1e-9).margin(1e-12));
    }
    CHECK(instance.mechanism.exact_epsilon(instance.pairs[0], 0).value() == Approx(0.8));
  }
  CHECK(std::isinf(log_density(made("discrete-laplace").mechanism, {0}, {0.5})));
}

TEST_CASE("discrete-laplace estimates its answer without bias, with the stated variance", "[mechanisms][statistical]") {
  central::DiscreteLaplace const mechanism{0.5, 2};
  auto const sample = released(mechanism, {10}, "discrete-laplace/estimate")[0];
  auto const stated = moment_errors(sample, 10, mechanism.variance()),
             wrong = moment_errors(sample, 10.1, mechanism.variance() * 1.05);
  CHECK(std::fabs(stated.mean) < 6.1);
  CHECK(std::fabs(stated.variance) < 6.1);
  CHECK(std::fabs(wrong.mean) > 6.1);
  CHECK(std::fabs(wrong.variance) > 6.1);
}

TEST_CASE("discrete-laplace takes epsilon or ratio, integers, and another name", "[mechanisms]") {
  CHECK(find("geometric").name == "discrete-laplace");
  CHECK(parameter(made("discrete-laplace", {{"ratio", std::exp(-0.25)}, {"sensitivity", 2}}), "epsilon") ==
        Approx(0.5));
  CHECK_THROWS_WITH(made("discrete-laplace", {{"ratio", 1}}), Catch::Contains("ratio: 1 is not in (0, 1)"));
  CHECK_THROWS_WITH(made("discrete-laplace", {{"sensitivity", 0.5}}),
                    Catch::Contains("sensitivity: 0.5 is not a whole number"));
  CHECK_THROWS_WITH(made("discrete-laplace").mechanism.columns({0.5}),
                    Catch::Contains("dataset: 0.5 is not an integer"));
}
