#include <bit>
#include <cmath>

#include "mechanisms/central/matrix_mechanism.hpp"
#include "mechanisms/central/streams.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"
#include "tests/support/moments.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

double exact(Instance const& instance, double delta = 0) {
  return instance.mechanism.exact_epsilon(instance.pairs.front(), delta).value();
}

/// Zeros and a one at `at`, counted from 1.
Pair one_at(std::size_t n, std::size_t at) {
  Dataset other(n, 0.0);
  other[at - 1] = 1;
  return {Dataset(n, 0.0), other, Relation::one_differs, {}};
}

auto laplace_cdf(double centre, double scale) {
  return [=](double y) { return noise::Laplace{scale}.cdf(y - centre); };
}

}  // namespace

// Level 1e-9 a sound arm; the twin's scale is 10 % off: at least 8 in the units of the statistic with half a million
// releases.
TEST_CASE("counts, sums and means have the stated noise around the stated answer", "[mechanisms][statistical]") {
  struct Row {
    char const* name;
    ParameterValues values;
    Dataset dataset;
    double centre, scale;
  };
  for (auto const& [name, values, dataset, centre, scale] :
       std::vector<Row>{{"histogram", {{"n", 2}}, {3, 4}, 3, 1},
                        {"histogram", {{"n", 2}, {"substitute", 1}}, {3, 4}, 3, 2},
                        {"sum", {{"n", 3}, {"epsilon", 0.5}}, {1, 2, 4}, 7, 2},
                        {"partial-sum", {{"n", 3}, {"count", 2}}, {1, 2, 4}, 3, 1},
                        {"noisy-count", {{"max_contributions", 3}}, {5, 5, 5, 5}, 4, 3},
                        {"bounded-sum", {{"lower", -4}, {"upper", 2}}, {-9, 1, 3}, -1, 4},
                        {"mean-known-n", {{"n", 4}, {"lower", 1}, {"upper", 3}}, {0, 2, 3, 9}, 2.25, 0.5}}) {
    INFO(name);
    auto const sample = released(made(name, values).mechanism, dataset, name, many / 2)[0];
    CHECK(kolmogorov_smirnov(sample, laplace_cdf(centre, scale)) < ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(sample, laplace_cdf(centre, scale * 1.1)) > ks_refutes_at_1e9);
  }
  for (auto const* name : {"histogram", "noisy-count"}) {
    auto const discrete = made(name, {{"discrete", 1}}).mechanism;
    Dataset const data(5, 4.0);
    auto const sample = released(discrete, data, name, many / 4)[0];
    auto const pmf = [centre = std::string{name} == "histogram" ? 4.0 : 5.0](double epsilon) {
      return [=](double y) { return std::tanh(epsilon / 2) * std::exp(-epsilon * std::fabs(y - centre)); };
    };
    CHECK_FALSE(chi_squared(sample, pmf(1)).refutes_at_1e9());
    CHECK(chi_squared(sample, pmf(1.1)).refutes_at_1e9());
  }
}

TEST_CASE("counts, sums and means spend epsilon where a record sits at the larger bound", "[mechanisms]") {
  for (auto const& [name, values] : std::vector<std::pair<char const*, ParameterValues>>{
           {"histogram", {}},
           {"histogram", {{"substitute", 1}}},
           {"histogram", {{"discrete", 1}}},
           {"histogram", {{"discrete", 1}, {"substitute", 1}}},
           {"sum", {}},
           {"partial-sum", {}},
           {"noisy-count", {{"max_contributions", 4}}},
           {"noisy-count", {{"discrete", 1}, {"max_contributions", 4}}},
           {"bounded-sum", {{"lower", -5}, {"max_contributions", 2}}},
           {"mean-known-n", {}}}) {
    INFO(name);
    CHECK(exact(made(name, values)) == Approx(1));
  }
  CHECK(made("partial-sum", {{"n", 3}, {"count", 2}}).mechanism.exact_epsilon(one_at(3, 3), 0).value() == 0);
  CHECK(made("sum").mechanism.exact_epsilon({{0, 0, 0, 0, 0}, {0, 0, 0.25, 0, 0}}, 0).value() == Approx(0.25));
  auto const bounded = made("bounded-sum", {{"lower", -1}, {"upper", 4}});
  CHECK(bounded.mechanism.exact_epsilon({{0, 9}, {0}, Relation::add_remove, {}}, 0).value() == Approx(1));
  CHECK(bounded.mechanism.exact_epsilon({{0, -9}, {0}, Relation::add_remove, {}}, 0).value() == Approx(0.25));
  // Two counts move by 1 each under geometric noise of scale 2: losses add, by enumeration.
  auto const two = made("histogram", {{"n", 2}, {"discrete", 1}, {"substitute", 1}});
  std::vector<double> p, q;
  for (double a = -60; a <= 60; ++a)
    for (double b = -60; b <= 60; ++b) {
      p.push_back(std::exp(log_density(two.mechanism, two.pairs[0].d, {a, b})));
      q.push_back(std::exp(log_density(two.mechanism, two.pairs[0].d_prime, {a, b})));
    }
  for (double const delta : {0.0, 0.05, 0.15})
    CHECK(exact(two, delta) == Approx(enumerated_epsilon(p, q, delta)).epsilon(1e-9));
  auto const gaussian = made("mean-known-n", {{"gaussian", 1}, {"epsilon", 0.5}});
  CHECK(exact(gaussian, 1e-5) == Approx(0.5).epsilon(1e-9));
}

TEST_CASE("streams spend what their nodes say", "[mechanisms]") {
  auto const prefix = made("prefix-sum");
  for (auto const& pair : prefix.pairs) CHECK(prefix.mechanism.exact_epsilon(pair, 0).value() == Approx(1));
  CHECK(prefix.mechanism.exact_epsilon({Dataset(10, 1.0), Dataset(10, 2.0)}, 0).value() == Approx(10));
  CHECK(
      made("prefix-sum", {{"epsilon", 0.1}}).mechanism.exact_epsilon({Dataset(10, 1.0), Dataset(10, 2.0)}, 0).value() ==
      Approx(1));
  auto const smart = made("smart-sum");
  CHECK(std::get<PureDp>(smart.mechanism.guarantee()).epsilon == 2);
  CHECK(exact(smart) == Approx(2));
  for (std::size_t at = 1; at <= 10; ++at)
    CHECK(smart.mechanism.exact_epsilon(one_at(10, at), 0).value() == Approx(at % 4 == 0 || at > 8 ? 1 : 2));
  for (auto const& [n, steps] : std::vector<std::pair<std::size_t, std::vector<double>>>{
           {8, {4, 3, 3, 2, 3, 2, 2, 1}}, {10, {4, 3, 3, 2, 3, 2, 2, 1, 2, 1}}, {16, {5}}}) {
    auto const tree = made("binary-tree-sum", {{"n", static_cast<double>(n)}});
    CHECK(exact(tree) == Approx(1));
    for (std::size_t i = 0; i < steps.size(); ++i)
      CHECK(tree.mechanism.exact_epsilon(one_at(n, i + 1), 0).value() ==
            Approx(steps[i] / static_cast<double>(std::bit_width(n))));
  }
}

// Prefix 3 of four: two numbers' noise in the tree, three in the prefix sums, and, with blocks of two, a block's and a
// number's. Levels 1e-9; a twin with one noise more or less is tens of standard errors off.
TEST_CASE("running sums are right, with the noise of their nodes", "[mechanisms][statistical]") {
  for (auto const& [name, values, variances] :
       std::vector<std::tuple<char const*, ParameterValues, std::vector<double>>>{
           {"prefix-sum", {{"n", 4}}, {2, 4, 6, 8}},
           {"smart-sum", {{"n", 4}, {"m", 2}}, {2, 2, 4, 4}},
           {"binary-tree-sum", {{"n", 4}}, {18, 18, 36, 18}}}) {
    INFO(name);
    auto const columns = released(made(name, values).mechanism, {1, 2, 3, 4}, name, many / 4);
    for (std::size_t j = 0; j < 4; ++j) {
      auto const sum = static_cast<double>((j + 1) * (j + 2)) / 2;
      CHECK(std::fabs(moment_errors(columns[j], sum, variances[j]).mean) < 6.1);
      CHECK(std::fabs(moment_errors(columns[j], sum, variances[j]).variance) < 6.1);
      CHECK(std::fabs(moment_errors(columns[j], sum, variances[j] + 1).variance) > 6.1);
    }
  }
}

TEST_CASE("the density of a stream is that of its nodes", "[mechanisms]") {
  auto const density = [](double z, double scale) { return -std::fabs(z) / scale - std::log(2 * scale); };
  auto const prefix = made("prefix-sum", {{"n", 2}}).mechanism;
  CHECK(log_density(prefix, {1, 2}, {1.5, 2.5}) == Approx(density(0.5, 1) + density(-1, 1)));
  auto const smart = made("smart-sum", {{"n", 3}, {"m", 2}}).mechanism;
  CHECK(log_density(smart, {1, 2, 3}, {1.5, 2.5, 7}) == Approx(density(0.5, 1) + density(-0.5, 1) + density(1.5, 1)));
  auto const tree = made("binary-tree-sum", {{"n", 3}}).mechanism;
  CHECK(log_density(tree, {1, 2, 3}, {1.5, 2.5, 7}) == Approx(density(0.5, 2) + density(-0.5, 2) + density(1.5, 2)));
  auto const haar =
      made("matrix-mechanism", {{"k", 2}}).mechanism;  // total and difference: s1 = (t + d) / 2, s2 = t; |det| = 1/2
  CHECK(log_density(haar, {1, 2}, {1.5, 2}) == Approx(density(-1, 2) + density(1 - -1.0, 2) + std::log(2)));
}

TEST_CASE("the matrix mechanism spends what the columns of its strategy say", "[mechanisms]") {
  auto const haar = central::strategy_matrix(central::Strategy::haar, 4);
  CHECK(haar.values == std::vector<double>{1, 1, 1, 1, 1, 1, -1, -1, 1, -1, 0, 0, 0, 0, 1, -1});
  CHECK(central::strategy_matrix(central::Strategy::hierarchical, 4).rows == 7);
  auto const instance = made("matrix-mechanism");
  for (std::size_t at = 1; at <= 4; ++at)
    CHECK(instance.mechanism.exact_epsilon(one_at(4, at), 0).value() == Approx(1));
  CHECK(exact(made("matrix-mechanism", {{"strategy", 1}})) == Approx(1));
  CHECK(made("matrix-mechanism", {{"k", 3}}).mechanism.exact_epsilon(one_at(3, 3), 0).value() == Approx(2.0 / 3));
  auto const hierarchical = made("matrix-mechanism", {{"strategy", 2}});
  CHECK(hierarchical.mechanism.exact_epsilon(hierarchical.pairs.front(), 0) == std::nullopt);
  // Without bias, whatever the strategy.
  for (double const strategy : {0.0, 1.0, 2.0}) {
    auto const columns =
        released(made("matrix-mechanism", {{"strategy", strategy}}).mechanism, {1, 2, 3, 4}, "matrix", 100'000);
    for (std::size_t j = 0; j < 4; ++j) {
      double mean = 0;
      for (auto const y : columns[j]) mean += y / static_cast<double>(columns[j].size());
      CHECK(
          mean ==
          Approx(static_cast<double>((j + 1) * (j + 2)) / 2).margin(0.25));  // some 7 standard errors of at most 0.035
    }
  }
}

TEST_CASE("a stream without noise at the ends of its blocks gives them away", "[mechanisms]") {
  auto const instance = made("broken/smart-sum");
  auto const known = instance.mechanism.privacy(instance.pairs.front());
  CHECK(known->delta(5) == 1);
  CHECK(std::isinf(known->epsilon(0.5)));
  CHECK(instance.mechanism.exact_epsilon(one_at(10, 9), 0).value() == Approx(1));  // no complete block moves
  auto const columns = released(instance.mechanism, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "exact", 50);
  CHECK(std::ranges::all_of(columns[3], [](double y) { return y == 10; }));
  CHECK(std::ranges::all_of(columns[7], [](double y) { return y == 36; }));
  CHECK_THROWS_WITH(made("broken/smart-sum", {{"m", 11}}),
                    Catch::Contains("m: a block of 11 is never complete among 10"));
}

TEST_CASE("sums and streams say what is wrong with parameters and data", "[mechanisms]") {
  CHECK_THROWS_WITH(made("histogram").mechanism.columns({0.5, 0, 0, 0, 0}), Catch::Contains("0.5 is not an integer"));
  CHECK_THROWS_WITH(made("histogram", {{"n", 1}, {"substitute", 1}}), Catch::Contains("n: one bin alone"));
  CHECK_THROWS_WITH(made("bounded-sum", {{"lower", 2}}), Catch::Contains("upper: 1 is not above lower = 2"));
  CHECK_THROWS_WITH(made("bounded-sum").mechanism.columns({std::nan("")}),
                    Catch::Contains("nan is not a finite number"));
  CHECK_THROWS_WITH(made("partial-sum", {{"n", 3}, {"count", 4}}), Catch::Contains("count: 4 is not a whole number"));
  CHECK_THROWS_WITH(made("binary-tree-sum").mechanism.columns({1}), Catch::Contains("dataset: 1 values"));
  CHECK_THROWS_WITH(made("matrix-mechanism", {{"strategy", 3}}), Catch::Contains("strategy: 3 is not a whole number"));
}
