#include "mechanisms/central/gaussian.hpp"

#include <cmath>
#include <limits>

#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/integral.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"
#include "tests/support/moments.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

// Level 1e-9 for the sound arm; a standard deviation that is 5 % off lies 12 beyond in the units of the statistic.
TEST_CASE("gaussian releases follow the density, and not one of 1.05 of the scale", "[mechanisms][statistical]") {
  auto const instance = made("gaussian-analytic", {{"sigma", 3}, {"k", 2}});
  auto const columns = released(instance.mechanism, {5, -5}, "gaussian");
  for (std::size_t j = 0; j < 2; ++j) {
    auto const cdf = [j](double sigma) {
      return [=](double y) { return noise::Gaussian{sigma}.cdf(j == 0 ? y - 5 : y + 5); };
    };
    CHECK(kolmogorov_smirnov(columns[j], cdf(3)) < ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(columns[j], cdf(3 * 1.05)) > ks_refutes_at_1e9);
  }
  std::vector<double> sums(many);
  for (std::size_t i = 0; i < many; ++i) sums[i] = columns[0][i] + columns[1][i];
  CHECK(std::fabs(moment_errors(sums, 0, 18).variance) < 6.1);  // independent: the variances add
  CHECK(std::fabs(moment_errors(sums, 0, 18 * 1.05).variance) > 6.1);
}

TEST_CASE("the density of gaussian integrates to one", "[mechanisms]") {
  auto const mechanism = made("gaussian-classic").mechanism;
  CHECK(integral([&](double y) { return std::exp(log_density(mechanism, {3}, {y})); }, -100, 100) ==
        Approx(1).epsilon(1e-9));
}

// Columns: epsilon, delta, classic sigma, delta that it spends at epsilon, epsilon that it spends at delta, analytic
// sigma. [BW18]
TEST_CASE("both calibrations have their known sigmas, and spend what is known", "[mechanisms]") {
  struct Row {
    double epsilon, delta, classic, spent_delta, spent_epsilon, analytic, mu;
  };
  for (auto const& row : {Row{0.1, 1e-5, 48.4481, 2.636e-9, 0.0607, 30.7496, 0.03252},
                          Row{0.5, 1e-5, 9.6896, 1.608e-8, 0.3526, 7.0318, 0.14221},
                          Row{1, 1e-5, 4.8448, 4.114e-8, 0.7510, 3.7306, 0.26805},
                          Row{1, 1e-6, 5.2988, 3.200e-9, 0.7837, 4.2247, 0.23670}}) {
    auto const classic = central::classic_gaussian_sigma(row.epsilon, row.delta, 1);
    CHECK(classic == Approx(row.classic).epsilon(2e-5));
    CHECK(privacy::gaussian_delta(1 / classic, row.epsilon) == Approx(row.spent_delta).epsilon(2e-3));
    central::Gaussian const mechanism{classic, ApproximateDp{row.epsilon, row.delta}};
    CHECK(mechanism.exact_epsilon({{0}, {1}}, row.delta) == Approx(row.spent_epsilon).epsilon(2e-3));
    CHECK(central::analytic_gaussian_sigma(row.epsilon, row.delta, 1) == Approx(row.analytic).epsilon(2e-5));
    CHECK(1 / central::analytic_gaussian_sigma(row.epsilon, row.delta, 1) == Approx(row.mu).epsilon(2e-4));
  }
  CHECK(central::analytic_gaussian_sigma(3, 1e-5, 1) == Approx(1.3906).epsilon(5e-5));
}

TEST_CASE("the analytic sigma keeps its claim, and is the least that does", "[mechanisms]") {
  for (double const epsilon : {0.01, 1.0, 20.0, 100.0})
    for (double const delta : {0.3, 1e-5, 1e-15, 1e-40}) {
      auto const sigma = central::analytic_gaussian_sigma(epsilon, delta, 2);
      CHECK(privacy::gaussian_delta(2 / sigma, epsilon) <= delta);
      CHECK(privacy::gaussian_delta(2 / (sigma * (1 - 1e-6)), epsilon) > delta);
    }
}

TEST_CASE("epsilon of gaussian comes from the distance of the answers", "[mechanisms]") {
  auto const instance = made("gaussian-analytic", {{"k", 4}, {"delta", 1e-6}});
  auto const& mechanism = instance.mechanism;
  for (auto const& pair : instance.pairs) {
    CHECK(mechanism.exact_epsilon(pair, 1e-6).value() ==
          Approx(1).epsilon(1e-9));  // tight, whichever way the distance is spread
    CHECK(mechanism.exact_epsilon(pair, 1e-6).value() <= 1);
    CHECK(std::isinf(mechanism.exact_epsilon(pair, 0).value()));
  }
  CHECK(mechanism.exact_epsilon({{0, 0, 0, 0}, {0, 0, 0, 0}}, 0).value() == 0);
}

TEST_CASE("gaussian takes epsilon or sigma, and says what is wrong with them", "[mechanisms]") {
  CHECK(parameter(made("gaussian-analytic", {{"sigma", 3.7306}}), "epsilon") == Approx(1).epsilon(1e-4));
  CHECK(parameter(made("gaussian-classic", {{"sigma", 9.6896}}), "epsilon") == Approx(0.5).epsilon(1e-4));
  CHECK_THROWS_WITH(made("gaussian-analytic", {{"sigma", 3}, {"epsilon", 3}}), Catch::Contains("sigma: 3"));
  CHECK_THROWS_WITH(made("gaussian-classic", {{"epsilon", 3}}), Catch::Contains("epsilon: 3 is above 1"));
  CHECK_THROWS_WITH(made("gaussian-classic", {{"sigma", 1}}), Catch::Contains("sigma: 1"));
  CHECK_THROWS_WITH(made("gaussian-analytic", {{"delta", 0}}), Catch::Contains("delta: 0 is not in (0, 1)"));
  CHECK_THROWS_WITH(made("gaussian-analytic", {{"epsilon", 0}}), Catch::Contains("epsilon: 0 is not positive"));
}
