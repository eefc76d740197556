#include <cmath>
#include <map>

#include "mechanisms/noise/laplace.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/integral.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

// Level 1e-9 a check of a sound arm. The wrong twin is 5 % off in epsilon, at least 6 in the units of the statistic
// with a million releases.
TEST_CASE("the released maximum follows the product of distribution functions", "[mechanisms][statistical]") {
  Dataset const answers{0, 3, 1, 2.5, -1};
  for (auto const* name : {"broken/report-noisy-max-value-laplace", "broken/report-noisy-max-value-exponential"}) {
    INFO(name);
    auto const exponential = std::string{name}.ends_with("exponential");
    auto const cdf = [&](double scale) {
      return [=](double y) {
        double product = 1;
        for (auto const x : answers)
          product *= exponential ? (y < x ? 0 : 1 - std::exp(-(y - x) / scale)) : noise::Laplace{scale}.cdf(y - x);
        return product;
      };
    };
    auto const sample = released(made(name).mechanism, answers, name)[0];
    CHECK(kolmogorov_smirnov(sample, cdf(2)) < ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(sample, cdf(2 * 1.05)) > ks_refutes_at_1e9);
  }
}

TEST_CASE("the density of the maximum integrates to one, and its log ratio reaches n epsilon / 2", "[mechanisms]") {
  auto const laplace = made("broken/report-noisy-max-value-laplace");
  auto const density = [](AnyMechanism const& m) {
    return [&m](double y) { return std::exp(log_density(m, {1, 1, 1, 1, 1}, {y})); };
  };
  CHECK(integral(density(laplace.mechanism), -100, 1) + integral(density(laplace.mechanism), 1, 100) ==
        Approx(1).epsilon(1e-9));
  auto const exponential = made("broken/report-noisy-max-value-exponential");
  CHECK(integral(density(exponential.mechanism), 1 + 1e-12, 100) == Approx(1).epsilon(1e-6));
  for (auto const& [epsilon, n, truth] : {std::tuple{0.1, 5.0, 0.25}, std::tuple{1.0, 5.0, 2.5}}) {
    auto const instance = made("broken/report-noisy-max-value-laplace", {{"epsilon", epsilon}, {"n", n}});
    CHECK(instance.pairs.front().label == "all above");
    CHECK(instance.mechanism.exact_epsilon(instance.pairs.front(), 0).value() == Approx(truth));
    CHECK(largest_log_ratio(instance.mechanism, instance.pairs.front(), {-5, 0, 0.9, 1.5, 2.5, 40}) ==
          Approx(truth).epsilon(1e-9));
    CHECK(instance.mechanism.exact_epsilon({instance.pairs.front().d, {2, 1, 1, 1, 1}, Relation::one_differs, {}}, 0)
              .value() == Approx(epsilon / 2));
  }
}

TEST_CASE("a maximum below the largest answer is impossible with exponential noise", "[mechanisms]") {
  auto const instance = made("broken/report-noisy-max-value-exponential");
  auto const& pair = instance.pairs.front();
  CHECK(std::isinf(instance.mechanism.exact_epsilon(pair, 0).value()));
  CHECK(log_density(instance.mechanism, pair.d_prime, {1.5}) == -INFINITY);
  auto const sample = released(instance.mechanism, pair.d, "impossible")[0];
  auto const share =
      static_cast<double>(std::ranges::count_if(sample, [](double y) { return y < 2; })) / static_cast<double>(many);
  CHECK(share == Approx(std::pow(1 - std::exp(-0.5), 5)).epsilon(0.07));  // 0.00943; 7 % are seven standard deviations
}

TEST_CASE("epsilon of sums and histograms with too little noise", "[mechanisms]") {
  struct Row {
    char const* name;
    ParameterValues values;
    double truth;
  };
  for (auto const& [name, values, truth] : std::vector<Row>{{"broken/histogram-wrong-scale", {}, 10},
                                                            {"broken/histogram-wrong-scale", {{"epsilon", 0.5}}, 2},
                                                            {"broken/partial-sum-wrong-scale", {}, 2},
                                                            {"broken/partial-sum-wrong-scale", {{"epsilon", 0.1}}, 0.2},
                                                            {"broken/unclipped-sum", {}, 10},
                                                            {"broken/double-spend", {}, 2},
                                                            {"broken/double-spend", {{"epsilon", 0.1}}, 0.2}}) {
    INFO(name);
    auto const instance = made(name, values);
    CHECK(instance.mechanism.exact_epsilon(instance.pairs.front(), 0).value() == Approx(truth));
    auto const width = instance.mechanism.columns(instance.pairs.front().d).size();
    std::vector<double> const far(width, -1000);
    CHECK(std::fabs(log_density(instance.mechanism, instance.pairs.front().d, far) -
                    log_density(instance.mechanism, instance.pairs.front().d_prime, far)) == Approx(truth));
  }
}

// Level 1e-9 a check; the wrong twin, the noise that the claim needs, is off by a factor of two or more.
TEST_CASE("sums and histograms have the noise that they should not have", "[mechanisms][statistical]") {
  for (auto const& [name, scale, needed, location] :
       {std::tuple{"broken/histogram-wrong-scale", 0.1, 10.0, 3.0},
        std::tuple{"broken/partial-sum-wrong-scale", 0.5, 1.0, 11.0},
        std::tuple{"broken/unclipped-sum", 1.0, 10.0, 11.0}, std::tuple{"broken/double-spend", 1.0, 2.0, 11.0}}) {
    INFO(name);
    auto const columns = released(made(name, {{"n", 3}}).mechanism, {3, 3, 5}, name);
    auto const cdf = [where = location](double s) {
      return [=](double y) { return noise::Laplace{s}.cdf(y - where); };
    };
    CHECK(kolmogorov_smirnov(columns[0], cdf(scale)) < ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(columns[0], cdf(needed)) > ks_refutes_at_1e9);
    if (columns.size() > 1) CHECK(columns[0] != columns[1]);
  }
}

// Frozen: a change here is value-breaking.
TEST_CASE("golden releases of maxima and sums", "[mechanisms][golden]") {
  std::map<std::string, std::vector<double>> const golden{
      {"broken/report-noisy-max-value-laplace", {-0.0047338912592387317, 1.9977089773677967, 2.1051086782323107}},
      {"broken/report-noisy-max-value-exponential", {4.034219821203779, 2.0022910226322033, 5.924108108754047}},
      {"broken/histogram-wrong-scale", {0.84828900893981107, 0.96331097528085396, 0.75379459456229758}},
      {"broken/partial-sum-wrong-scale", {2.2414450446990553, 2.81655487640427, 1.7689729728114882}},
      {"broken/unclipped-sum", {1.4828900893981107, 2.6331097528085401, 0.53794594562297648}},
      {"broken/double-spend", {1.4828900893981107, 2.6331097528085401, 0.53794594562297648}},
  };
  for (auto const& [name, values] : golden) {
    INFO(name);
    CHECK(released(made(name, {{"n", 2}}).mechanism, {1, 2}, "golden", 3)[0] == values);
  }
}

TEST_CASE("maxima and sums say what is wrong with their parameters and data", "[mechanisms]") {
  for (auto const* name : {"broken/report-noisy-max-value-laplace", "broken/histogram-wrong-scale",
                           "broken/partial-sum-wrong-scale", "broken/unclipped-sum", "broken/double-spend"}) {
    CHECK_THROWS_WITH(made(name, {{"epsilon", 0}}), Catch::Contains("epsilon: 0 is not positive and finite"));
    CHECK_THROWS_WITH(made(name, {{"n", 0}}), Catch::Contains("n: 0 is not a whole number"));
    CHECK_THROWS_WITH(made(name).mechanism.columns({}), Catch::Contains("dataset: 0 values"));
  }
}
