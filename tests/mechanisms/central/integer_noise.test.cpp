#include <cmath>
#include <numeric>

#include "mechanisms/central/discrete_gaussian.hpp"
#include "mechanisms/central/truncated_geometric.hpp"
#include "mechanisms/privacy/product_pair.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

std::function<double(double)> pmf(AnyMechanism const& mechanism, Dataset const& dataset) {
  return [=](double y) { return std::exp(log_density(mechanism, dataset, {y})); };
}

}  // namespace

// Level 1e-9 a sound arm, a quarter of a million releases. The twins: 10 % off in epsilon or one bit in k (clamped and
// truncated), 5 % in sigma (discrete Gaussian); each moves a mass of a tenth or more by 3 % or more of itself, at least
// 6 standard errors in several cells, against a limit of about 90 on the statistic.
TEST_CASE("integer noise follows its masses, and not those of a neighbouring parameter", "[mechanisms][statistical]") {
  struct Row {
    char const* name;
    ParameterValues values, wrong;
    double at;
  };
  for (auto const& [name, values, wrong, at] :
       std::vector<Row>{{"clamped-geometric", {}, {{"epsilon", 1.1}}, 2},
                        {"truncated-geometric", {{"k", 3}}, {{"k", 2}}, 1},
                        {"discrete-gaussian", {}, {{"sigma", 2.1}}, -3},
                        {"discrete-gaussian", {{"table", 0}}, {{"sigma", 2.1}}, -3},
                        {"discrete-gaussian", {{"sigma2", 0.5}, {"table", 0}}, {{"sigma2", 0.55}}, 7}}) {
    INFO(name);
    auto const sample = released(made(name, values).mechanism, {at}, name, many / 4)[0];
    CHECK_FALSE(chi_squared(sample, pmf(made(name, values).mechanism, {at})).refutes_at_1e9());
    CHECK(chi_squared(sample, pmf(made(name, wrong).mechanism, {at})).refutes_at_1e9());
  }
}

TEST_CASE("every pair of the clamped and of the truncated geometric mechanism reaches the claim", "[mechanisms]") {
  for (double const epsilon : {0.1, 1.0}) {
    auto const clamped = made("clamped-geometric", {{"epsilon", epsilon}});
    CHECK(clamped.pairs.size() == 5);
    for (auto const& pair : clamped.pairs) {
      auto const p = masses(clamped.mechanism, pair.d, 0, 5), q = masses(clamped.mechanism, pair.d_prime, 0, 5);
      CHECK(std::accumulate(p.begin(), p.end(), 0.0) == Approx(1).epsilon(1e-13));
      CHECK(clamped.mechanism.exact_epsilon(pair, 0).value() == Approx(epsilon).epsilon(1e-12));
      CHECK(clamped.mechanism.exact_epsilon(pair, 0.01).value() ==
            Approx(enumerated_epsilon(p, q, 0.01)).epsilon(1e-9));
    }
  }
  auto const truncated = made("truncated-geometric", {{"k", 3}});
  for (auto const& pair : truncated.pairs)
    CHECK(truncated.mechanism.exact_epsilon(pair, 0).value() == Approx(0.117783).epsilon(1e-5));
  CHECK(parameter(made("truncated-geometric", {{"epsilon", 0.3}}), "k") == 3);  // ceil(log2(2 / 0.3))
  CHECK(parameter(made("truncated-geometric", {{"epsilon", 0.3}}), "epsilon") == Approx(std::log(1.125)));
}

TEST_CASE("the integers of the truncated geometric mechanism are distribution functions", "[mechanisms]") {
  for (std::size_t const n : {1, 2, 5, 23})
    for (std::size_t const k : {1, 3}) {
      central::GeometricSteps const steps{n, k};
      for (std::size_t x = 0; x <= n; ++x) {
        for (std::size_t z = 0; z < n; ++z) CHECK(steps.at(x, z) < steps.at(x, z + 1));
        CHECK(steps.at(x, 0) > 0);
        CHECK(steps.at(x, n) == steps.total());
        CHECK(steps.reached(x, 1) == 0);
        CHECK(steps.reached(x, steps.total()) == static_cast<double>(n));
        CHECK(steps.reached(x, steps.at(x, 0)) == 0);
        CHECK(steps.reached(x, steps.at(x, 0) + 1) == 1);
      }
    }
  CHECK(static_cast<double>(central::GeometricSteps{2, 2}.total()) == 45);
  CHECK(static_cast<double>(central::GeometricSteps{5, 3}.total()) == 111537);
  CHECK_THROWS_WITH((central::GeometricSteps{60, 3}), Catch::Contains("n: 60 counts at k = 3 need integers of"));
}

TEST_CASE("the profile of the discrete Gaussian mechanism is the catalogued one", "[mechanisms]") {
  struct Row {
    double sigma, at, delta;
  };
  for (auto const& [sigma, at, delta] :
       {Row{1, 0.5, 0.20398}, Row{1, 1, 0.14135}, Row{1, 2, 0.024811}, Row{2, 0.5, 0.054007}, Row{2, 1, 0.0072488},
        Row{2, 2, 1.0741e-5}, Row{5, 0.5, 4.978e-4}, Row{5, 1, 1.829e-8}}) {
    auto const instance = made("discrete-gaussian", {{"sigma", sigma}});
    CHECK(instance.mechanism.privacy(instance.pairs.front())->delta(at) == Approx(delta).epsilon(3e-4));
  }
  auto const instance = made("discrete-gaussian", {{"sensitivity", 3}});
  auto const p = masses(instance.mechanism, {0}, -100, 100), q = masses(instance.mechanism, {3}, -100, 100);
  CHECK(instance.mechanism.exact_epsilon(instance.pairs.front(), 1e-5).value() ==
        Approx(enumerated_epsilon(p, q, 1e-5)).epsilon(1e-9));
  CHECK(std::get<ApproximateDp>(instance.mechanism.guarantee()).epsilon ==
        instance.mechanism.exact_epsilon(instance.pairs.front(), 1e-5).value());
}

TEST_CASE("fractions are found for doubles that are one", "[mechanisms]") {
  for (auto const& [value, numerator, denominator] :
       {std::tuple{4.0, 4u, 1u}, {0.5, 1u, 2u}, {1.0 / 3, 1u, 3u}, {136.89, 13689u, 100u}}) {
    auto const fraction = central::fraction_of(value);
    CHECK(fraction.numerator == numerator);
    CHECK(fraction.denominator == denominator);
  }
  CHECK_THROWS_WITH(central::fraction_of(std::sqrt(2.0)), Catch::Contains("is no fraction of integers up to 2^20"));
}

TEST_CASE("integer noise says what is wrong with parameters and data", "[mechanisms]") {
  CHECK_THROWS_WITH(made("clamped-geometric").mechanism.columns({6}), Catch::Contains("6 is not one of 0, .., 5"));
  CHECK_THROWS_WITH(made("clamped-geometric", {{"epsilon", 0}}), Catch::Contains("epsilon: 0 is not positive"));
  CHECK_THROWS_WITH(made("truncated-geometric", {{"epsilon", 0.1}, {"k", 1}}),
                    Catch::Contains("k: 1 keeps epsilon 0.405"));
  CHECK_THROWS_WITH(made("truncated-geometric").mechanism.columns({0.5}), Catch::Contains("0.5 is not an integer"));
  CHECK_THROWS_WITH(made("discrete-gaussian", {{"sigma2", std::sqrt(2.0)}, {"table", 0}}),
                    Catch::Contains("is no fraction of integers"));
  CHECK_THROWS_WITH(made("discrete-gaussian", {{"sigma", 2}, {"sigma2", 5}}),
                    Catch::Contains("sigma2: 5 is not the square of sigma = 2"));
  CHECK_THROWS_WITH(made("discrete-gaussian", {{"delta", 0}}), Catch::Contains("delta: 0 is not in (0, 1)"));
}

TEST_CASE("discrete Gaussian noise has no pure epsilon, alone or beside others", "[mechanisms]") {
  auto const instance = made("discrete-gaussian");
  auto const& pair = instance.pairs.front();
  CHECK(std::isinf(instance.mechanism.exact_epsilon(pair, 0).value()));
  CHECK(instance.mechanism.exact_epsilon(pair, 1e-195) == std::nullopt);
  auto const far = instance.mechanism.exact_epsilon(pair, 1e-180).value();
  CHECK(far > instance.mechanism.exact_epsilon(pair, 1e-100).value());
  auto const known = instance.mechanism.privacy(pair).value();
  auto const both = privacy::product_pair(std::vector{known, known});
  CHECK(std::isinf(both->epsilon(0)));
  CHECK(both->epsilon(1e-5) == Approx(1.41421356 * instance.mechanism.exact_epsilon(pair, 1e-5).value()).epsilon(0.1));
  CHECK_THROWS_WITH(made("discrete-gaussian", {{"delta", 1e-190}}), Catch::Contains("delta: 1e-190 is below 1e-185"));
}
