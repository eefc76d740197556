#include "mechanisms/central/sparse_vector_values.hpp"

#include <cmath>
#include <map>

#include "mechanisms/noise/laplace.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

constexpr auto value_mechanisms = {"sparse-vector-numerical",  "sparse-vector-gap",
                                   "sparse-vector-adaptive",   "broken/sparse-vector-3",
                                   "broken/sparse-vector-gap", "broken/sparse-vector-adaptive"};

double epsilon_of(Instance const& instance, bool ninth) {
  double largest = 0;
  for (auto const& pair : instance.pairs)
    if (ninth == pair.label.starts_with("rest above"))
      largest = std::max(largest, instance.mechanism.exact_epsilon(pair, 0).value());
  return largest;
}

/// The values released beside this flag of the query.
std::vector<double> values_beside(std::vector<std::vector<double>> const& columns, std::size_t query, double flag) {
  std::vector<double> values;
  for (std::size_t i = 0; i < columns[0].size(); ++i)
    if (columns[2 * query][i] == flag) values.push_back(columns[2 * query + 1][i]);
  return values;
}

/// How often the flags of the first queries are these.
double share(std::vector<std::vector<double>> const& columns, std::vector<double> const& flags) {
  double count = 0;
  for (std::size_t i = 0; i < columns[0].size(); ++i) {
    auto same = true;
    for (std::size_t j = 0; j < flags.size(); ++j) same = same && columns[2 * j][i] == flags[j];
    count += same;
  }
  return count / static_cast<double>(columns[0].size());
}

}  // namespace

// Quadrature done elsewhere, printed to five digits: the largest epsilon over the eight patterns, and on the ninth.
TEST_CASE("epsilon of sound sparse vectors with values", "[mechanisms]") {
  struct Row {
    char const* name;
    ParameterValues values;
    double eight, ninth;  // 0: not tabled
  };
  for (auto const& [name, values, eight, ninth] :
       std::vector<Row>{{"sparse-vector-numerical", {{"epsilon", 0.1}, {"n", 5}}, .07219, .08761},
                        {"sparse-vector-numerical", {{"epsilon", 0.1}, {"n", 10}}, .09206, .09892},
                        {"sparse-vector-numerical", {{"epsilon", 1}, {"n", 5}}, .73647, .89233},
                        {"sparse-vector-numerical", {{"epsilon", 1}, {"n", 10}}, .93466, .99298},
                        {"sparse-vector-numerical", {{"epsilon", 0.1}, {"n", 5}, {"c", 2}}, .06225, .06917},
                        {"sparse-vector-numerical", {{"epsilon", 0.1}, {"n", 10}, {"c", 2}}, .08052, .09157},
                        {"sparse-vector-numerical", {{"epsilon", 1}, {"n", 5}, {"c", 2}}, .62908, .69991},
                        {"sparse-vector-numerical", {{"epsilon", 1}, {"n", 10}, {"c", 2}}, .81550, .92512},
                        {"sparse-vector-gap", {{"epsilon", 0.1}, {"n", 2}}, 0, .04558},
                        {"sparse-vector-gap", {{"epsilon", 0.1}, {"n", 5}}, .06179, .08286},
                        {"sparse-vector-gap", {{"epsilon", 0.1}, {"n", 10}}, .08900, .09850},
                        {"sparse-vector-gap", {{"epsilon", 1}, {"n", 2}}, 0, .46485},
                        {"sparse-vector-gap", {{"epsilon", 1}, {"n", 5}}, .63747, .85604},
                        {"sparse-vector-gap", {{"epsilon", 1}, {"n", 10}}, .91455, .99166},
                        {"sparse-vector-adaptive", {{"epsilon", 0.1}, {"n", 2}}, 0, .04372},
                        {"sparse-vector-adaptive", {{"epsilon", 0.1}, {"n", 5}}, .06322, .08329},
                        {"sparse-vector-adaptive", {{"epsilon", 0.1}, {"n", 10}}, .08763, .09316},
                        {"sparse-vector-adaptive", {{"epsilon", 1}, {"n", 2}}, 0, .46425},
                        {"sparse-vector-adaptive", {{"epsilon", 1}, {"n", 5}}, .64140, .85868},
                        {"sparse-vector-adaptive", {{"epsilon", 1}, {"n", 10}}, .91436, .98399}}) {
    auto const instance = made(name, values);
    INFO(name << ", epsilon " << parameter(instance, "epsilon") << ", n " << parameter(instance, "n"));
    if (eight > 0) CHECK(epsilon_of(instance, false) == Approx(eight).epsilon(1e-4).margin(6e-6));
    CHECK(epsilon_of(instance, true) == Approx(ninth).epsilon(1e-4).margin(6e-6));
  }
}

TEST_CASE("epsilon of broken sparse vectors with values grows with the number of queries", "[mechanisms]") {
  for (auto const epsilon : {0.1, 1.0})
    for (auto const n : {2.0, 5.0, 10.0})
      for (auto const& [name, multiple] :
           {std::pair{"broken/sparse-vector-3", n / 2}, std::pair{"broken/sparse-vector-gap", n / 4},
            std::pair{"broken/sparse-vector-adaptive", (3 * n - 2) / 8}}) {
        INFO(name << ", epsilon " << epsilon << ", n " << n);
        auto const instance = made(name, {{"epsilon", epsilon}, {"n", n}});
        for (auto const& pair : instance.pairs)
          if (pair.label == "all above")
            CHECK(instance.mechanism.exact_epsilon(pair, 0).value() == Approx(multiple * epsilon).epsilon(1e-9));
        CHECK(std::max(epsilon_of(instance, false), epsilon_of(instance, true)) ==
              Approx(multiple * epsilon).epsilon(1e-9));
      }
}

// Events that a double can not hold the probability of have a ratio all the same.
TEST_CASE("epsilon of gaps far above the threshold", "[mechanisms]") {
  for (auto const ahead : {0.0, 6.0, 50.0}) {
    INFO(ahead);
    Dataset d(10, 1000.0), d_prime(10, 1000.0);
    d.front() += ahead, d_prime.front() += ahead - 1;
    CHECK(made("sparse-vector-gap").mechanism.exact_epsilon({d, d_prime, Relation::one_differs, {}}, 0).value() ==
          Approx(0.25).epsilon(1e-9));
  }
}

// Level 1e-9 a check of a sound arm; the wrong twins are a claim half as large again and, for values, a scale 10 % off:
// hundreds of thousands of values give a statistic above 9 in their units.
TEST_CASE("values beside flags follow their laws", "[mechanisms][statistical]") {
  Dataset const answers{1, 1, 3};
  // The second query above after the first below: gap + rho + T - x = nu, so gaps and noisy answers far above have the
  // exponential tail of nu.
  auto const tail = [](std::vector<double> values, double from, double scale) {
    std::erase_if(values, [&](double v) { return v < from; });
    return kolmogorov_smirnov(values, [=](double v) { return 1 - std::exp(-(v - from) / scale); });
  };
  for (auto const& [name, flag, scale] :
       {std::tuple{"broken/sparse-vector-3", 1.0, 2.0}, std::tuple{"sparse-vector-numerical", 1.0, 3.0}}) {
    INFO(name);
    auto const columns = released(made(name, {{"n", 3}}).mechanism, answers, name);
    auto const values = values_beside(columns, 1, flag);
    // A fresh answer has its law whole; a noisy answer that was compared, above every threshold that matters: rho
    // beyond 12 scales has mass 3e-6.
    auto const from = std::string{name} == "broken/sparse-vector-3" ? 25.0 : 1.0;
    CHECK(tail(values, from, scale) < ks_refutes_at_1e9);
    if (from == 1) CHECK(tail(values, from, scale * 1.1) > ks_refutes_at_1e9);
  }
  // For one query, gap + T - x = nu - rho, given that it is not negative. Flags are those of sparse-vector-1, whose law
  // is known.
  auto const gap = released(made("sparse-vector-gap", {{"n", 3}}).mechanism, answers, "sparse-vector-gap");
  for (auto const epsilon : {1.0, 1.5}) {
    auto const flags = made("sparse-vector-1", {{"n", 3}, {"epsilon", epsilon}}).mechanism;
    double statistic = 0;
    for (auto const& outcome : std::vector<std::vector<double>>{{1, -1, -1}, {0, 1, -1}, {0, 0, 1}, {0, 0, 0}}) {
      auto const p = std::exp(log_density(flags, answers, outcome)), difference = share(gap, outcome) - p;
      statistic += static_cast<double>(many) * difference * difference / p;
    }
    CHECK(ChiSquared{statistic, 3}.refutes_at_1e9() == (epsilon != 1));
  }
}

TEST_CASE("a value is 0 unless its query is above, and gaps are not negative", "[mechanisms]") {
  for (std::string const name : value_mechanisms) {
    INFO(name);
    auto const columns = released(made(name, {{"n", 3}}).mechanism, {1, 20, -5}, name, 5000);
    REQUIRE(columns.size() == 6);
    for (std::size_t i = 0; i < 5000; ++i) {
      auto stopped = false;
      for (std::size_t j = 0; j < 3; ++j) {
        auto const flag = columns[2 * j][i], value = columns[2 * j + 1][i];
        CHECK((flag == -1) == stopped);
        if (flag <= 0) CHECK(value == 0);
        else if (name == "sparse-vector-gap" || (name.ends_with("adaptive") && flag == 1)) CHECK(value >= 0);
        else if (name == "sparse-vector-adaptive") CHECK(value >= 16);
        stopped = stopped || flag > 0;
      }
    }
  }
}

TEST_CASE("the adaptive sparse vector answers more queries from its top branch", "[mechanisms]") {
  auto const columns = released(made("sparse-vector-adaptive", {{"n", 10}, {"N", 2}, {"epsilon", 100}}).mechanism,
                                Dataset(10, 40.0), "adaptive", 100);
  for (std::size_t j = 0; j < 10; ++j)
    CHECK(columns[2 * j][0] == (j < 3 ? 2 : -1));  // three times cost 1 is more than 2 N - 2
  auto const middle = released(made("sparse-vector-adaptive", {{"n", 10}, {"N", 2}, {"epsilon", 100}}).mechanism,
                               Dataset(10, 9.0), "adaptive", 100);
  for (std::size_t j = 0; j < 10; ++j) CHECK(middle[2 * j][0] == (j < 2 ? 1 : -1));
  CHECK(made("sparse-vector-adaptive", {{"N", 2}}).mechanism.exact_epsilon(eight_patterns(10)[4], 0) == std::nullopt);
}

TEST_CASE("the density of sparse-vector-numerical is that of its flags and its values", "[mechanisms]") {
  auto const numerical = made("sparse-vector-numerical", {{"n", 2}, {"epsilon", 1}}).mechanism;
  auto const flags = made("sparse-vector-1", {{"n", 2}, {"epsilon", 2.0 / 3}}).mechanism;  // scales 3 and 6
  auto const value = noise::Laplace{3}.log_pdf(4 - 1.5);
  CHECK(log_density(numerical, {1, 1.5}, {0, 0, 1, 4}) ==
        Approx(log_density(flags, {1, 1.5}, {0, 1}) + value).epsilon(1e-12));
  CHECK(log_density(numerical, {1, 1.5}, {0, 2, 1, 4}) == -INFINITY);
}

// Frozen: a change here is value-breaking.
TEST_CASE("golden releases of sparse vectors with values", "[mechanisms][golden]") {
  std::map<std::string, std::vector<double>> const golden{
      {"sparse-vector-numerical",
       {0, 1, 1, 0, 2.6794576399352819, 2.3913740889843966, 1, -1, -1, 17.714065242525812, 0, 0}},
      {"sparse-vector-gap", {0, 1, 1, 0, 0.72919844911851339, 5.1343254652186685, 1, -1, -1, 11.107450596989995, 0, 0}},
      {"sparse-vector-adaptive",
       {0, 0, 0, 0, 0, 0, 2, 2, 2, 31.245757872124109, 21.212334200877002, 24.634439012712441}},
      {"broken/sparse-vector-3",
       {1, 1, 1, -1.0047338912592387, 0.99770897736779662, 1.1051086782323107, -1, -1, -1, 0, 0, 0}},
      {"broken/sparse-vector-gap",
       {0, 1, 1, 0, 0.99541795473559336, 1.2102173564646213, 1, -1, -1, 9.0732307757862163, 0, 0}},
      {"broken/sparse-vector-adaptive",
       {0, 0, 0, 0, 0, 0, 2, 2, 2, 29.211538050920332, 21.478553706494083, 20.710330903958393}},
  };
  for (std::string const name : value_mechanisms) {
    INFO(name);
    auto const columns = released(made(name, {{"n", 2}}).mechanism, {1, 17}, "golden", 3);
    std::vector<double> values;
    for (auto const& column : columns) values.insert(values.end(), column.begin(), column.end());
    CHECK(values == golden.at(name));
  }
}

TEST_CASE("sparse vectors with values say what is wrong with their parameters and data", "[mechanisms]") {
  for (auto const* name : value_mechanisms) {
    CHECK_THROWS_WITH(made(name, {{"epsilon", 0}}), Catch::Contains("epsilon: 0 is not positive and finite"));
    CHECK_THROWS_WITH(made(name, {{"n", 0}}), Catch::Contains("n: 0 is not a whole number from 1 to 64"));
    CHECK_THROWS_WITH(made(name, {{"threshold", HUGE_VAL}}), Catch::Contains("threshold: inf is not finite"));
    CHECK_THROWS_WITH(made(name).mechanism.columns({1, 2}), Catch::Contains("dataset: 2 values"));
  }
  CHECK_THROWS_WITH(made("sparse-vector-adaptive", {{"margin", -1}}), Catch::Contains("margin: -1 is negative"));
}
