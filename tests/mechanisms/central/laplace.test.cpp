#include "mechanisms/central/laplace.hpp"

#include <cmath>

#include "mechanisms/noise/laplace.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/integral.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"
#include "tests/support/moments.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

// Level 1e-9 a check of a sound arm. The wrong twin is 5 % off in scale: at least 9 in the units of the statistic
// (mechanisms/noise/ sampler_checks.hpp), so it is missed with probability below 1e-25.
TEST_CASE("laplace releases follow its density, and not one of 1.05 of the scale", "[mechanisms][statistical]") {
  auto const sound = made("laplace", {{"epsilon", 0.5}, {"sensitivity", 2}});
  auto const sample = released(sound.mechanism, {10}, "laplace")[0];
  auto const cdf = [](double scale) { return [=](double y) { return noise::Laplace{scale}.cdf(y - 10); }; };
  CHECK(kolmogorov_smirnov(sample, cdf(4)) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(sample, cdf(4 * 1.05)) > ks_refutes_at_1e9);
}

TEST_CASE("laplace-vector fills every column with noise of its own", "[mechanisms][statistical]") {
  auto const vector = made("laplace-vector", {{"k", 3}});
  auto const columns = released(vector.mechanism, {1, 2, 3}, "laplace-vector");
  REQUIRE(columns.size() == 3);
  std::vector<double> differences(many);
  for (std::size_t j = 0; j < 3; ++j) {
    auto const cdf = [j](double y) { return noise::Laplace{1}.cdf(y - static_cast<double>(j) - 1); };
    CHECK(kolmogorov_smirnov(columns[j], cdf) < ks_refutes_at_1e9);
    for (std::size_t i = 0; i < many; ++i) differences[i] = columns[j][i] - columns[(j + 1) % 3][i] - (j == 2 ? 2 : -1);
    CHECK(std::fabs(moment_errors(differences, 0, 4).variance) < 6.1);  // independent: the variances add
    CHECK(std::fabs(moment_errors(differences, 0, 2).variance) > 6.1);
  }
}

TEST_CASE("the density of laplace integrates to one, and its log ratio reaches epsilon", "[mechanisms]") {
  auto const instance = made("laplace", {{"epsilon", 0.7}, {"sensitivity", 3}});
  auto const& mechanism = instance.mechanism;
  auto const density = [&](double y) { return std::exp(log_density(mechanism, {0}, {y})); };
  CHECK(integral(density, -200, 0) + integral(density, 0, 200) == Approx(1).epsilon(1e-9));
  for (auto const& pair : instance.pairs) {
    auto const largest = largest_log_ratio(mechanism, pair, {-50, -1, -0.1, 0, 0.5, 1, 1.5, 2, 3, 4, 50});
    CHECK(mechanism.exact_epsilon(pair, 0).value() == Approx(largest).epsilon(1e-12));
  }
  CHECK(mechanism.exact_epsilon(instance.pairs[0], 0).value() == Approx(0.7));
  CHECK(mechanism.exact_epsilon(instance.pairs[1], 0).value() == Approx(0.35));
}

TEST_CASE("epsilon of laplace at a delta follows from its profile", "[mechanisms]") {
  auto const laplace = made("laplace");
  auto const& mechanism = laplace.mechanism;
  Pair const pair{{0}, {1}};
  CHECK(mechanism.exact_epsilon(pair, 0.1).value() == Approx(1 + 2 * std::log(0.9)));
  CHECK(mechanism.exact_epsilon(pair, 0.5).value() == 0);
  // By integration: delta is the integral of (p - e^epsilon q)+.
  auto const excess = [&](double y) {
    return std::max(0.0, std::exp(log_density(mechanism, {0}, {y})) -
                             std::exp(1 + 2 * std::log(0.9)) * std::exp(log_density(mechanism, {1}, {y})));
  };
  CHECK(integral(excess, -60, 0) + integral(excess, 0, 1) == Approx(0.1).epsilon(1e-6));
}

TEST_CASE("the two pairs of laplace-vector have one epsilon and two profiles", "[mechanisms]") {
  auto const vector = made("laplace-vector", {{"k", 2}});
  auto const& mechanism = vector.mechanism;
  REQUIRE(vector.pairs.size() == 2);
  for (auto const& pair : vector.pairs) CHECK(mechanism.exact_epsilon(pair, 0).value() == Approx(1));
  CHECK(mechanism.exact_epsilon(vector.pairs[0], 0.1).value() == Approx(1 + 2 * std::log(0.9)));
  CHECK(mechanism.exact_epsilon(vector.pairs[1], 0.18384398143572051422).value() ==
        Approx(0.25).epsilon(1e-9));  // quadrature, elsewhere
  CHECK(made("laplace-vector", {{"k", 1000}})
            .mechanism.exact_epsilon(made("laplace-vector", {{"k", 1000}}).pairs[1], 0.1) == std::nullopt);
}

TEST_CASE("laplace estimates its answer without bias, with the stated variance", "[mechanisms][statistical]") {
  central::Laplace const laplace{0.5, 2};
  auto const sample = released(laplace, {10}, "laplace/estimate")[0];
  auto const stated = moment_errors(sample, 10, laplace.variance()),
             wrong = moment_errors(sample, 10.05, laplace.variance() * 1.05);
  CHECK(std::fabs(stated.mean) < 6.1);
  CHECK(std::fabs(stated.variance) < 6.1);
  CHECK(std::fabs(wrong.mean) > 6.1);
  CHECK(std::fabs(wrong.variance) > 6.1);
}

TEST_CASE("laplace takes epsilon or scale, and says what is wrong with them", "[mechanisms]") {
  CHECK(parameter(made("laplace", {{"scale", 4}, {"sensitivity", 2}}), "epsilon") == 0.5);
  CHECK(parameter(made("laplace", {{"epsilon", 0.5}, {"sensitivity", 2}}), "scale") == 4);
  CHECK_NOTHROW(made("laplace", {{"epsilon", 0.5}, {"scale", 4}, {"sensitivity", 2}}));
  CHECK_THROWS_WITH(made("laplace", {{"epsilon", 0.5}, {"scale", 3}}),
                    Catch::Contains("scale: 3") && Catch::Contains("epsilon"));
  CHECK_THROWS_WITH(made("laplace", {{"epsilon", -1}}), Catch::Contains("epsilon: -1 is not positive and finite"));
  CHECK_THROWS_WITH(made("laplace", {{"scale", 0}}), Catch::Contains("scale: 0 is not positive and finite"));
  CHECK_THROWS_WITH(made("laplace", {{"sensitivity", HUGE_VAL}}),
                    Catch::Contains("sensitivity: inf is not positive and finite"));
  CHECK_THROWS_WITH(made("laplace-vector", {{"k", 1.5}}), Catch::Contains("k: 1.5 is not a whole number"));
}

TEST_CASE("laplace refuses data that are not its numbers", "[mechanisms]") {
  auto const mechanism = made("laplace").mechanism;
  CHECK_THROWS_WITH(mechanism.columns({}), Catch::Contains("dataset: 0 values"));
  CHECK_THROWS_WITH(mechanism.columns({1, 2}), Catch::Contains("dataset: 2 values"));
  CHECK_THROWS_WITH(mechanism.columns({std::nan("")}), Catch::Contains("nan is not a finite number"));
  CHECK_THROWS_WITH(mechanism.exact_epsilon({{0}, {0, 1}, Relation::add_remove, {}}, 0),
                    Catch::Contains("pair: 1 and 2 values"));
}
