#include "mechanisms/central/sparse_vector.hpp"

#include <cmath>
#include <map>

#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

/// The flags of a release as one number, in base three.
std::vector<double> coded(std::vector<std::vector<double>> const& columns) {
  std::vector<double> codes(columns[0].size(), 0.0);
  for (auto const& column : columns)
    for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = 3 * codes[i] + column[i] + 1;
  return codes;
}

std::vector<double> decoded(double code, std::size_t n) {
  std::vector<double> flags(n);
  for (auto j = n; j-- > 0; code = std::floor(code / 3)) flags[j] = std::fmod(code, 3) - 1;
  return flags;
}

double epsilon_of(std::string const& name, ParameterValues const& values, std::string const& label) {
  auto const instance = made(name, values);
  double largest = 0;
  for (auto const& pair : instance.pairs)
    if ((label == "P8") != (pair.label.starts_with("rest above") || pair.label.starts_with("all but")) ||
        parameter(instance, "n") == 2)
      largest = std::max(largest, instance.mechanism.exact_epsilon(pair, 0).value());
  return largest;
}

constexpr auto flag_mechanisms = {"sparse-vector-1",        "sparse-vector-2",        "sparse-vector-monotone",
                                  "broken/sparse-vector-4", "broken/sparse-vector-5", "broken/sparse-vector-6"};

ParameterValues with_cutoff_two(std::string const& name, ParameterValues values) {
  if (name != "broken/sparse-vector-5" && name != "broken/sparse-vector-6") values["c"] = 2;
  return values;
}

}  // namespace

// Level 1e-9 a check of a sound arm. The wrong twin has epsilon 10 % off: masses of a per cent and more move by per
// cents of themselves among a million releases, which adds hundreds to the statistic.
TEST_CASE("flags follow the law of their sparse vector, and not that of another epsilon", "[mechanisms][statistical]") {
  Dataset const answers{1, -2, 3, 0.5};
  for (std::string const name : flag_mechanisms) {
    INFO(name);
    auto const mechanism = made(name, with_cutoff_two(name, {{"n", 4}})).mechanism,
               other = made(name, with_cutoff_two(name, {{"n", 4}, {"epsilon", 1.1}})).mechanism;
    auto const sample = coded(released(mechanism, answers, name));
    auto const pmf = [&](AnyMechanism const& m) {
      return
          [&](double code) { return code < 0 || code > 80 ? 0 : std::exp(log_density(m, answers, decoded(code, 4))); };
    };
    CHECK_FALSE(chi_squared(sample, pmf(mechanism)).refutes_at_1e9());
    CHECK(chi_squared(sample, pmf(other)).refutes_at_1e9());
  }
}

TEST_CASE("the masses of all flags sum to one", "[mechanisms]") {
  for (std::string const name : flag_mechanisms) {
    INFO(name);
    auto const mechanism = made(name, with_cutoff_two(name, {{"n", 4}})).mechanism;
    double sum = 0;
    for (double code = 0; code < 81; ++code) sum += std::exp(log_density(mechanism, {1, -2, 3, 0.5}, decoded(code, 4)));
    CHECK(sum == Approx(1).epsilon(1e-12));
  }
}

// Quadrature done elsewhere, printed to five digits: the largest epsilon over the eight patterns, and on the ninth.
TEST_CASE("epsilon of sparse vectors", "[mechanisms]") {
  struct Row {
    char const* name;
    ParameterValues values;
    double epsilon;
    double eight[3], ninth[3];  // n = 2, 5, 10
  };
  for (auto const& [name, values, epsilon, eight, ninth] : std::vector<Row>{
           {"sparse-vector-1", {{"threshold", 0.5}}, 0.1, {.04029, .05857, .08853}, {.04029, .08188, .09852}},
           {"sparse-vector-1", {{"threshold", 0.5}}, 1, {.42158, .62464, .93042}, {.42158, .87090, .99569}},
           {"sparse-vector-1", {}, 0.1, {.04029, .05842, .08823}, {.04029, .08157, .09842}},
           {"sparse-vector-1", {}, 1, {.42425, .61462, .91100}, {.42425, .84928, .99142}},
           {"sparse-vector-2", {}, 0.1, {.04029, .05842, .08823}, {.04029, .08157, .09842}},
           {"sparse-vector-2", {}, 1, {.42425, .61462, .91100}, {.42425, .84928, .99142}},
           {"sparse-vector-1", {{"c", 2}}, 0.1, {.02152, .04846, .07087}, {.02152, .05384, .08744}},
           {"sparse-vector-1", {{"c", 2}}, 1, {.22228, .50085, .73050}, {.22228, .55552, .89425}},
           {"sparse-vector-monotone", {}, 0.1, {.03788, .04858, .04996}, {.03788, .08817, .09946}},
           {"sparse-vector-monotone", {}, 1, {.40618, .49327, .49989}, {.40618, .92395, .99824}},
           {"broken/sparse-vector-4", {}, 0.1, {.10652, .14582, .17247}, {.10652, .16941, .17488}},
           {"broken/sparse-vector-4", {}, 1, {1.16484, 1.56134, 1.74179}, {1.16484, 1.72817, 1.74975}},
           {"broken/sparse-vector-4", {{"c", 2}}, 0.1, {.10652, .22793, .31245}, {.10652, .27503, .32343}},
           {"broken/sparse-vector-4", {{"c", 2}}, 1, {1.16484, 2.48749, 3.20487}, {1.16484, 2.95217, 3.24640}},
           {"broken/sparse-vector-6", {}, 0.1, {.07591, .19289, .42003}, {0, 0, 0}},
           {"broken/sparse-vector-6", {}, 1, {.82040, 2.06319, 4.48618}, {0, 0, 0}}})
    for (std::size_t i = 0; i < 3; ++i) {
      auto asked = values;
      asked["epsilon"] = epsilon;
      asked["n"] = std::vector{2.0, 5.0, 10.0}[i];
      INFO(name << ", epsilon " << epsilon << ", n " << asked["n"] << ", c " << asked["c"]);
      if (!values.contains("c")) asked.erase("c");
      CHECK(epsilon_of(name, asked, "P8") == Approx(eight[i]).epsilon(1e-4).margin(6e-6));
      if (ninth[i] > 0) CHECK(epsilon_of(name, asked, "P9") == Approx(ninth[i]).epsilon(1e-4).margin(6e-6));
      else CHECK(epsilon_of(name, asked, "P9") <= epsilon_of(name, asked, "P8") * (1 + 1e-12));
    }
}

// Deep in the tails an answer that moves by 1 changes every mass by the factor of the wider noise, of scale 4, and no
// double holds the masses: ratios remain.
TEST_CASE("epsilon of sparse vectors far from the threshold", "[mechanisms]") {
  auto const one = made("sparse-vector-1", {{"n", 1}});
  for (auto const far : {-1e5, -1e4, 1e4, 1e5})
    CHECK(one.mechanism.exact_epsilon({{far}, {far + 1}, Relation::all_differ, ""}, 0).value() ==
          Approx(0.25).epsilon(1e-9));
  for (auto const* name :
       {"sparse-vector-1", "broken/sparse-vector-4", "broken/sparse-vector-6", "sparse-vector-numerical"}) {
    auto const five = made(name, {{"n", 5}});
    for (auto const sign : {-1.0, 1.0}) {
      INFO(name << ", " << sign);
      auto const at = [&](double far) {
        return five.mechanism
            .exact_epsilon({{far, far, far, far, far}, {far + 1, far + 1, far, far, far}, Relation::all_differ, ""}, 0)
            .value();
      };
      CHECK(at(sign * 1e4) > 0.2);
      CHECK(at(sign * 1e4) == Approx(at(sign * 5e3)).epsilon(1e-4));  // where the noises' slopes cancel, ratios tend to
                                                                      // their limit as slowly as 1 / distance
    }
  }
}

TEST_CASE("without query noise the flags of one dataset are impossible under the other", "[mechanisms]") {
  auto const five = made("broken/sparse-vector-5");
  auto const& half = five.pairs.front();
  REQUIRE(half.label == "half and half");
  auto const impossible = 1 - std::exp(-0.5);  // the mass of 1^5 0^5 under 2^5 0^5
  CHECK(std::exp(log_density(five.mechanism, half.d_prime, {1, 1, 1, 1, 1, 0, 0, 0, 0, 0})) ==
        Approx(impossible).epsilon(1e-12));
  CHECK(log_density(five.mechanism, half.d, {1, 1, 1, 1, 1, 0, 0, 0, 0, 0}) == -INFINITY);
  CHECK(std::isinf(five.mechanism.exact_epsilon(half, 0).value()));
  CHECK(std::isinf(five.mechanism.exact_epsilon(half, impossible * 0.999).value()));
  CHECK(std::isfinite(five.mechanism.exact_epsilon(half, 0.5).value()));
}

TEST_CASE("a sparse vector stops after its cutoff, and flags that go on are impossible", "[mechanisms]") {
  auto const mechanism = made("sparse-vector-1", {{"n", 3}}).mechanism;
  for (auto const& flags : std::vector<std::vector<double>>{{1, 0, -1}, {1, 1, 1}, {0, -1, -1}, {0, 2, -1}})
    CHECK(log_density(mechanism, {1, 1, 1}, flags) == -INFINITY);
  CHECK(std::isfinite(log_density(mechanism, {1, 1, 1}, {0, 1, -1})));
  CHECK(made("sparse-vector-2", {{"c", 2}}).mechanism.exact_epsilon(eight_patterns(10)[4], 0) == std::nullopt);
}

// Frozen: a change here is value-breaking.
TEST_CASE("golden releases of sparse vectors", "[mechanisms][golden]") {
  std::map<std::string, std::vector<double>> const golden{
      {"sparse-vector-1", {44, 69, 69, 41, 51, 41, 41, 43, 69, 67, 41, 69, 67, 72, 72, 40}},
      {"sparse-vector-2", {51, 51, 51, 44, 72, 72, 40, 69, 49, 68, 43, 51, 41, 68, 69, 40}},
      {"sparse-vector-monotone", {44, 69, 69, 41, 51, 41, 40, 43, 69, 69, 41, 69, 67, 72, 72, 40}},
      {"broken/sparse-vector-4", {72, 69, 72, 44, 72, 44, 40, 69, 69, 69, 40, 40, 67, 72, 72, 40}},
      {"broken/sparse-vector-5", {80, 71, 80, 70, 71, 71, 40, 71, 43, 70, 43, 43, 43, 71, 43, 40}},
      {"broken/sparse-vector-6", {71, 71, 71, 41, 70, 44, 40, 44, 70, 70, 41, 43, 67, 80, 80, 40}},
  };
  for (std::string const name : flag_mechanisms) {
    INFO(name);
    CHECK(coded(released(made(name, with_cutoff_two(name, {{"n", 4}})).mechanism, {1, -2, 3, 0.5}, "golden", 16)) ==
          golden.at(name));
  }
}

TEST_CASE("sparse vectors say what is wrong with their parameters and data", "[mechanisms]") {
  for (auto const* name : flag_mechanisms) {
    CHECK_THROWS_WITH(made(name, {{"epsilon", 0}}), Catch::Contains("epsilon: 0 is not positive and finite"));
    CHECK_THROWS_WITH(made(name, {{"n", 65}}), Catch::Contains("n: 65 is not a whole number from 1 to 64"));
    CHECK_THROWS_WITH(made(name, {{"threshold", HUGE_VAL}}), Catch::Contains("threshold: inf is not finite"));
    CHECK_THROWS_WITH(made(name).mechanism.columns({1, 2}), Catch::Contains("dataset: 2 values"));
  }
  CHECK_THROWS_WITH(made("sparse-vector-1", {{"c", 0}}), Catch::Contains("c: 0 is not a whole number"));
  CHECK_THROWS_WITH(rest_above_last_below(3, 3), Catch::Contains("c: the last 3 of 3 answers"));
  CHECK_THROWS_WITH(all_but_last_above(1), Catch::Contains("length: 1"));
}
