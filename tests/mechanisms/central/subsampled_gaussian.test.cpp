#include <cmath>

#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

TEST_CASE("the profile of a subsampled Gaussian is the catalogued one", "[mechanisms]") {
  struct Row {
    double q, sigma;
    std::vector<double> delta;  // at epsilon 0.1, 0.5, 1, 2
    double epsilon;             // at delta 1e-5
  };
  for (auto const& [q, sigma, delta, epsilon] :
       std::vector<Row>{{0.01, 1, {7.290e-5, 2.2145e-7, 2.732e-9, 1.725e-12}, 0.1995},
                        {0.1, 1, {1.8472e-2, 2.0325e-3, 2.0712e-4, 2.3552e-6}, 1.6845},
                        {0.1, 2, {2.3642e-3, 8.4497e-7, 1.115e-10, 1.6e-18}, 0.3690},
                        {0.5, 1, {0.16253, 0.079945, 0.028868, 0.0022721}, 3.5340}}) {
    auto const instance = made("subsampled-gaussian", {{"q", q}, {"sigma", sigma}});
    auto const known = instance.mechanism.privacy(instance.pairs.front());
    std::size_t i = 0;
    for (double const at : {0.1, 0.5, 1.0, 2.0})
      CHECK(known->delta(at) == Approx(delta[i++]).epsilon(at == 2 && q == 0.1 && sigma == 2 ? 0.03 : 3e-4));
    CHECK(known->epsilon(1e-5) == Approx(epsilon).epsilon(1e-3));
    CHECK(std::get<ApproximateDp>(instance.mechanism.guarantee()).epsilon == known->epsilon(1e-5));
  }
  auto const without = made("subsampled-gaussian", {{"m", 5}});
  CHECK(parameter(without, "q") == 0.5);
  CHECK(without.pairs.back().label == "one among zeros");
  CHECK(without.mechanism.exact_epsilon(without.pairs.back(), 1e-5).value() == Approx(3.5340).epsilon(1e-4));
}

// Level 1e-9. The twin forgets one of the records (or draws one too many): the mean moves by a tenth or more of a
// standard deviation.
TEST_CASE("noisy sums over samples follow their mixtures", "[mechanisms][statistical]") {
  auto const cdf = [](std::vector<std::pair<double, double>> const& parts) {
    return [=](double y) {
      double sum = 0;
      for (auto const& [weight, mean] : parts) sum += weight * std::erfc(-(y - mean) / std::sqrt(2.0)) / 2;
      return sum;
    };
  };
  auto const poisson = released(made("subsampled-gaussian", {{"q", 0.3}}).mechanism, {0.8, 0, -5}, "poisson",
                                many / 2)[0];  // -5 is clipped to -1
  CHECK(kolmogorov_smirnov(poisson, cdf({{0.49, 0}, {0.21, 0.8}, {0.21, -1}, {0.09, -0.2}})) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(poisson, cdf({{0.7, 0}, {0.3, 0.8}})) > ks_refutes_at_1e9);
  auto const two_of_four =
      released(made("subsampled-gaussian", {{"m", 2}, {"n", 4}}).mechanism, {0, 1, 1, 0}, "two of four", many / 2)[0];
  CHECK(kolmogorov_smirnov(two_of_four, cdf({{1.0 / 6, 0}, {4.0 / 6, 1}, {1.0 / 6, 2}})) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(two_of_four, cdf({{0.25, 0}, {0.5, 1}, {0.25, 2}})) >
        ks_refutes_at_1e9);  // that would be Poisson
}

TEST_CASE("the density of a noisy sum over a sample is its mixture", "[mechanisms]") {
  auto const density = [](double y) { return std::exp(-y * y / 2) / std::sqrt(2 * std::acos(-1.0)); };
  auto const two_of_four = made("subsampled-gaussian", {{"m", 2}, {"n", 4}}).mechanism;
  CHECK(std::exp(log_density(two_of_four, {0, 1, 1, 0}, {0.3})) ==
        Approx((density(0.3) + 4 * density(-0.7) + density(-1.7)) / 6));
  auto const vectors = made("subsampled-gaussian", {{"k", 2}, {"q", 0.5}}).mechanism;
  CHECK(std::exp(log_density(vectors, {3, 4}, {0.1, 0.2})) ==
        Approx((density(0.1) * density(0.2) + density(-0.5) * density(-0.6)) / 2));  // clipped to (0.6, 0.8)
  CHECK(made("subsampled-gaussian").mechanism.exact_epsilon({{0, 0.5}, {0, 1}}, 1e-5) == std::nullopt);
}

TEST_CASE("a subsampled Gaussian says what is wrong with its parameters and data", "[mechanisms]") {
  CHECK_THROWS_WITH(made("subsampled-gaussian", {{"q", 0}}), Catch::Contains("q: 0 is not in (0, 1]"));
  CHECK_THROWS_WITH(made("subsampled-gaussian", {{"m", 5}, {"q", 0.1}}), Catch::Contains("q: 0.1 is not m / n = 0.5"));
  CHECK_THROWS_WITH(made("subsampled-gaussian", {{"m", 12}}), Catch::Contains("m: 12 of 10 records"));
  CHECK_THROWS_WITH(made("subsampled-gaussian", {{"k", 2}}).mechanism.columns({1, 2, 3}),
                    Catch::Contains("3 numbers are no records of 2"));
  CHECK_THROWS_WITH(made("subsampled-gaussian", {{"m", 5}}).mechanism.columns({1, 2, 3}),
                    Catch::Contains("3 records where samples are drawn from 10"));
}

TEST_CASE("a record of m of n may be replaced by its opposite", "[mechanisms]") {
  for (double const m : {5, 10}) {
    INFO(m);
    auto const instance = made("subsampled-gaussian", {{"m", m}, {"n", 10}});
    auto const claim = std::get<ApproximateDp>(instance.mechanism.guarantee());
    for (auto const& pair : instance.pairs)
      CHECK(instance.mechanism.exact_epsilon(pair, claim.delta).value() <= claim.epsilon);
    CHECK(instance.mechanism.exact_epsilon(instance.pairs.front(), claim.delta).value() == claim.epsilon);
  }
  // All are drawn: a Gaussian pair at distance 2, with anything beside it.
  auto const all = made("subsampled-gaussian", {{"m", 10}, {"n", 10}}).mechanism;
  Dataset one(10, 0.0), opposite(10, 0.0);
  one[3] = opposite[3] = 0.5;
  one[0] = 1, opposite[0] = -1;
  auto const known = all.privacy({one, opposite});
  auto const phi = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  for (double const epsilon : {0.0, 1.0, 3.0})
    CHECK(known->delta(epsilon) ==
          Approx(phi(1 - epsilon / 2) - std::exp(epsilon) * phi(-1 - epsilon / 2)).epsilon(1e-10));
  CHECK(std::get<ApproximateDp>(all.guarantee()).epsilon == Approx(known->epsilon(1e-5)).epsilon(1e-12));
  auto const some = made("subsampled-gaussian", {{"m", 5}, {"n", 10}}).mechanism;
  CHECK(some.exact_epsilon({one, opposite}, 1e-5) == std::nullopt);
}

TEST_CASE("the density of many numbers a record does not underflow", "[mechanisms]") {
  constexpr std::size_t k = 2000;
  auto const mechanism = made("subsampled-gaussian", {{"k", k}, {"q", 0.25}}).mechanism;
  Dataset record(k, 0.0);
  record[0] = 1;
  std::vector<double> release(k, 1.0);
  auto const log_normal = static_cast<double>(k) * (-0.5 - std::log(2 * std::acos(-1.0)) / 2);
  CHECK(log_density(mechanism, record, release) ==
        Approx(log_normal + std::log(0.75 + 0.25 * std::exp(0.5))).epsilon(1e-12));
}

TEST_CASE("records that are alike are counted in the density, not enumerated", "[mechanisms]") {
  auto const density = [](double y) { return std::exp(-y * y / 2) / std::sqrt(2 * std::acos(-1.0)); };
  auto const mechanism = made("subsampled-gaussian", {{"m", 2}, {"n", 40}}).mechanism;
  Dataset records(40, 1.0);
  records[7] = -1;  // drawn in two of forty samples
  CHECK(std::exp(log_density(mechanism, records, {0.3})) ==
        Approx(0.95 * density(0.3 - 2) + 0.05 * density(0.3)).epsilon(1e-12));
}
