#include <cmath>
#include <numbers>
#include <numeric>

#include "mechanisms/central/laplace.hpp"
#include "mechanisms/local/local_hashing.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "tests/mechanisms/finite_laws.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

struct Finite {
  char const* name;
  ParameterValues values;
  Outcomes outcomes;
  std::vector<Dataset> data;
};

double best_theta(double epsilon) {
  return parameter(made("thresholded-histogram-encoding", {{"epsilon", epsilon}}), "theta");
}

Outcomes subsets(int k, int w) {
  Outcomes found;
  for (auto const& row : all_rows(std::vector<int>(static_cast<std::size_t>(w), k))) {
    auto increasing = true;
    for (std::size_t j = 1; j < row.size(); ++j) increasing = increasing && row[j] > row[j - 1];
    if (increasing) found.push_back(row);
  }
  return found;
}

std::vector<Finite> finite_ones() {
  auto const bits = all_rows({2, 2, 2, 2, 2});
  std::vector<Dataset> const categories{{0}, {2}, {4}}, filters{{1, 1, 0, 0, 0}, {0, 0, 0, 1, 1}, {0, 1, 1, 0, 0}};
  return {{"symmetric-unary-encoding", {{"k", 5}}, bits, categories},
          {"optimised-unary-encoding", {{"k", 5}}, bits, categories},
          {"thresholded-histogram-encoding", {{"k", 5}}, bits, categories},
          {"binary-local-hashing", {{"k", 5}, {"seeds", 64}}, all_rows({64, 2}), categories},
          {"optimised-local-hashing", {{"k", 5}, {"seeds", 64}}, all_rows({64, 4}), categories},
          {"subset-selection", {{"k", 5}}, subsets(5, 1), categories},
          {"subset-selection", {{"k", 7}, {"w", 3}}, subsets(7, 3), {{0}, {3}, {6}}},
          {"hadamard-response", {{"k", 5}}, all_rows({8}), categories},
          {"approximate-randomised-response", {{"k", 5}, {"delta", 0.01}}, all_rows({5}), categories},
          {"rappor", {{"m", 5}, {"h", 2}, {"f", 0.5}, {"p", 0.25}, {"q", 0.65}}, bits, filters},
          {"rappor-one-time", {{"m", 5}, {"h", 2}, {"f", 0.5}}, bits, filters}};
}

}  // namespace

// Level 1e-9 for a sound arm. The wrong twins have 1.05 of the epsilon (RAPPOR 0.95 of it), about ten standard errors
// or more in a million releases.
TEST_CASE("encodings follow their masses, and not those of 1.05 of the epsilon", "[mechanisms][statistical]") {
  for (auto const& [name, values, outcomes, data] : finite_ones()) {
    INFO(name);
    auto const instance = made(name, values);
    auto off = values;
    if (std::string{name}.starts_with("rappor")) off["f"] = 0.525;
    else off["epsilon"] = 1.05;
    auto const wrong = made(name, off);
    for (auto const& dataset : data) {
      auto const sample = indices_of(released(instance.mechanism, dataset, name), outcomes);
      CHECK_FALSE(refuted_by(sample, masses_of(instance.mechanism, dataset, outcomes)));
      CHECK(refuted_by(sample, masses_of(wrong.mechanism, dataset, outcomes)));
    }
  }
}

TEST_CASE("encodings: masses sum to one and give the exact epsilon at every delta", "[mechanisms]") {
  for (auto const& [name, values, outcomes, data] : finite_ones()) {
    INFO(name);
    auto const mechanism = made(name, values).mechanism;
    for (auto const& d : data)
      for (auto const& d_prime : data) {
        auto const p = masses_of(mechanism, d, outcomes), q = masses_of(mechanism, d_prime, outcomes);
        CHECK(std::accumulate(p.begin(), p.end(), 0.0) == Approx(1).epsilon(1e-13));
        auto const exact = mechanism.privacy({d, d_prime, Relation::value, {}}).value();
        for (double const delta : {0.0, 1e-6, 0.003, 0.1, 0.9})
          CHECK(exact.epsilon(delta) == Approx(enumerated_epsilon(p, q, delta)).epsilon(1e-9).margin(1e-12));
      }
  }
}

TEST_CASE("what releases can not be has no mass", "[mechanisms]") {
  for (auto const& [name, values, outcomes, data] : finite_ones()) {
    INFO(name);
    auto const mechanism = made(name, values).mechanism;
    for (double const odd : {-1.0, 0.5, 1e9})
      CHECK(std::isinf(log_density(mechanism, data.front(), std::vector<double>(outcomes.front().size(), odd))));
  }
}

TEST_CASE("epsilon of encodings is the claim, but for the thresholded one", "[mechanisms]") {
  for (double const epsilon : {0.5, 1.0, 2.0, 3.0}) {
    for (auto const* name :
         {"symmetric-unary-encoding", "optimised-unary-encoding", "binary-local-hashing", "optimised-local-hashing",
          "summation-histogram-encoding", "subset-selection", "hadamard-response"}) {
      INFO(name);
      auto const instance = made(name, {{"epsilon", epsilon}});
      CHECK(instance.mechanism.exact_epsilon(instance.pairs.front(), 0).value() == Approx(epsilon).epsilon(1e-12));
    }
  }
  struct Row {
    double epsilon, theta, truth;
  };
  for (auto const& [epsilon, theta, truth] :
       {Row{0.5, 0.5616, 0.4719}, Row{1, 0.6186, 0.8960}, Row{2, 0.7096, 1.6357}, Row{4, 0.8157, 2.8589}}) {
    auto const instance = made("thresholded-histogram-encoding", {{"epsilon", epsilon}});
    CHECK(best_theta(epsilon) == Approx(theta).margin(5e-5));
    CHECK(instance.mechanism.exact_epsilon(instance.pairs.front(), 0).value() == Approx(truth).margin(6e-5));
  }
  CHECK(std::vector{local::optimised_cells(0.5), local::optimised_cells(1), local::optimised_cells(2),
                    local::optimised_cells(3)} == std::vector<std::size_t>{3, 4, 8, 21});
}

TEST_CASE("profiles of encodings are those of the closed forms", "[mechanisms]") {
  auto const e = std::numbers::e;
  for (double const t : {0.0, 0.3, 0.9}) {
    auto const binary = (e - std::exp(t)) / (1 + e);
    auto const hadamard = made("hadamard-response");
    CHECK(hadamard.mechanism.privacy(hadamard.pairs.front())->delta(t) == Approx(binary / 2).epsilon(1e-12));
    local::LocalHashing const hashing{1, 2, 4, 1024};
    CHECK(hashing.privacy({{0}, {3}})->delta(t) == Approx(hashing.share_apart(0, 3) * binary).epsilon(1e-12));
    auto const gaussian = made("gaussian-encoding", {{"sigma", 2}});
    CHECK(gaussian.mechanism.privacy(gaussian.pairs.front())->delta(t) ==
          Approx(privacy::gaussian_pair(std::numbers::sqrt2 / 2).delta(t)).epsilon(1e-12));
  }
  auto const approximate = made("approximate-randomised-response", {{"k", 5}});
  auto const exact = approximate.mechanism.privacy(approximate.pairs.front()).value();
  CHECK(exact.delta(1) == Approx(1e-3).epsilon(1e-12));
  CHECK(exact.epsilon(0) == Approx(1.00247).margin(5e-6));
  CHECK(exact.epsilon(1e-3) == Approx(1).epsilon(1e-12));
}

TEST_CASE("filters spend what their differing bits do", "[mechanisms]") {
  struct Row {
    char const* name;
    ParameterValues values;
    double truth;
  };
  for (auto const& [name, values, truth] :
       std::vector<Row>{{"rappor", {}, 0.40008},
                        {"rappor", {{"differ", 6}}, 0.30006},
                        {"rappor-one-time", {}, 0.80067},
                        {"rappor-one-time", {{"differ", 6}}, 0.60050},
                        {"rappor", {{"f", 0.5}, {"p", 0.5}, {"q", 0.75}, {"h", 2}}, 1.0743},
                        {"rappor-one-time", {{"f", 0.5}, {"h", 2}}, 4.3944}}) {
    INFO(name);
    auto const instance = made(name, values);
    CHECK(instance.mechanism.exact_epsilon(instance.pairs.front(), 0).value() == Approx(truth).margin(6e-5));
    CHECK(std::get<PureDp>(instance.mechanism.guarantee()).epsilon == parameter(instance, "epsilon"));
  }
  auto const rappor = made("rappor", {{"epsilon", 0.3}});
  CHECK(rappor.mechanism.exact_epsilon(rappor.pairs.front(), 0).value() == Approx(0.3).epsilon(1e-12));
  CHECK(rappor.mechanism.exact_epsilon({rappor.pairs.front().d, rappor.pairs.front().d}, 0).value() ==
        0);  // colliding filters
}

// Level 1e-9 a check; the twin with 1.05 of the scale is five units of the statistic off.
TEST_CASE("noisy encodings are a one among zeros, each plus its noise", "[mechanisms][statistical]") {
  auto const summed = released(made("summation-histogram-encoding").mechanism, {2}, "summation");
  auto const gaussian = released(made("gaussian-encoding", {{"sigma", 2}}).mechanism, {2}, "gaussian encoding");
  for (std::size_t j = 0; j < 4; ++j) {
    auto const location = j == 2 ? 1.0 : 0.0;
    auto const laplace = [=](double scale) {
      return [=](double y) { return noise::Laplace{scale}.cdf(y - location); };
    };
    auto const normal = [=](double sigma) {
      return [=](double y) { return noise::Gaussian{sigma}.cdf(y - location); };
    };
    CHECK(kolmogorov_smirnov(summed[j], laplace(2)) < ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(summed[j], laplace(2.1)) > ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(gaussian[j], normal(2)) < ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(gaussian[j], normal(2.1)) > ks_refutes_at_1e9);
  }
}

// The thresholded encoding is sampled as coins; here it is done as it is told, by thresholding noise. Level 1e-9; the
// twin's theta is off by 0.02.
TEST_CASE("thresholded noise has the law of the coins", "[mechanisms][statistical]") {
  auto columns = released(made("summation-histogram-encoding", {{"k", 3}}).mechanism, {1}, "thresholded");
  auto const theta = best_theta(1);
  for (auto& column : columns)
    for (auto& y : column) y = y > theta;
  auto const outcomes = all_rows({2, 2, 2});
  auto const sample = indices_of(columns, outcomes);
  auto const masses_at = [&](double at) {
    return masses_of(made("thresholded-histogram-encoding", {{"k", 3}, {"theta", at}}).mechanism, {1}, outcomes);
  };
  CHECK_FALSE(refuted_by(sample, masses_at(theta)));
  CHECK(refuted_by(sample, masses_at(theta + 0.02)));
}

// Level 1e-9: pairs of values fall together under a cells-th of the seeds, to 6.1 standard deviations. The twin hashes
// the seed alone.
TEST_CASE("hashes spread values evenly and one by one", "[mechanisms]") {
  constexpr std::uint64_t seeds = 1 << 16;
  for (std::uint64_t const cells : {2u, 4u, 21u})
    for (std::uint64_t value = 1; value < 20; ++value) {
      double together = 0, together_of_seed_alone = 0;
      std::vector<double> count(cells, 0.0);
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        auto const cell = local::hash_cell(seed, value, cells);
        REQUIRE(cell < cells);
        ++count[cell];
        together += cell == local::hash_cell(seed, 0, cells);
        together_of_seed_alone += local::hash_cell(seed, 7, cells) == local::hash_cell(seed, 7, cells);
      }
      auto const p = 1 / static_cast<double>(cells), deviation = std::sqrt(p * (1 - p) * seeds);
      CHECK(std::fabs(together - p * seeds) < 6.5 * deviation);
      CHECK(std::fabs(together_of_seed_alone - p * seeds) > 6.5 * deviation);
      for (auto const n : count) CHECK(std::fabs(n - p * seeds) < 6.5 * deviation);
    }
}

// Frozen: a change here is value-breaking.
TEST_CASE("golden hashes and releases of encodings", "[mechanisms][golden]") {
  std::vector<std::uint64_t> cells;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    for (std::uint64_t value = 0; value < 3; ++value) cells.push_back(local::hash_cell(seed, value, 100));
  CHECK(cells == std::vector<std::uint64_t>{59, 40, 86, 76, 84, 1, 11, 96, 41, 93, 30, 11});
  auto const golden = [](char const* name, ParameterValues const& values) {
    auto const columns = released(made(name, values).mechanism, {1}, "golden", 4);
    std::vector<double> all;
    for (auto const& column : columns) all.insert(all.end(), column.begin(), column.end());
    return all;
  };
  CHECK(golden("optimised-local-hashing", {{"seeds", 1024}}) == std::vector<double>{224, 709, 87, 869, 3, 3, 0, 1});
  CHECK(golden("subset-selection", {{"k", 9}, {"w", 3}}) == std::vector<double>{0, 2, 1, 0, 2, 5, 2, 2, 7, 8, 5, 4});
  CHECK(golden("hadamard-response", {{"k", 9}}) == std::vector<double>{5, 0, 15, 12});
}

TEST_CASE("encodings say what is wrong with their parameters and data", "[mechanisms]") {
  for (auto const* name :
       {"symmetric-unary-encoding", "optimised-unary-encoding", "binary-local-hashing", "optimised-local-hashing",
        "summation-histogram-encoding", "thresholded-histogram-encoding", "subset-selection", "hadamard-response",
        "approximate-randomised-response", "gaussian-encoding"}) {
    INFO(name);
    CHECK_THROWS_WITH(made(name, {{"epsilon", 0}}), Catch::Contains("epsilon: 0 is not positive and finite"));
    CHECK_THROWS_WITH(made(name, {{"k", 1}}), Catch::Contains("k: 1 is not a whole number from 2"));
    CHECK_THROWS_WITH(made(name).mechanism.columns({4}), Catch::Contains("dataset: 4 is not one of 0, .., 3"));
    CHECK_THROWS_WITH(made(name).mechanism.columns({1, 2}),
                      Catch::Contains("dataset: 2 values where this mechanism takes 1"));
  }
  CHECK_THROWS_WITH(made("thresholded-histogram-encoding", {{"theta", 0.4}}),
                    Catch::Contains("theta: 0.4 is not in (1/2, 1)"));
  CHECK_THROWS_WITH(made("subset-selection", {{"w", 4}}), Catch::Contains("w: 4 is not a whole number from 1 to 3"));
  CHECK_THROWS_WITH(made("approximate-randomised-response", {{"delta", 1}}),
                    Catch::Contains("delta: 1 is not in [0, 1)"));
  CHECK_THROWS_WITH(made("gaussian-encoding", {{"sigma", 2}, {"epsilon", 3}}), Catch::Contains("give one of them"));
  CHECK_THROWS_WITH(made("gaussian-encoding", {{"delta", 0}}), Catch::Contains("delta: 0 is not in (0, 1)"));
  CHECK_THROWS_WITH(made("rappor", {{"f", 1}}), Catch::Contains("f: 1 is not in [0, 1)"));
  CHECK_THROWS_WITH(made("rappor", {{"h", 11}}), Catch::Contains("h: 11 is not a whole number from 1 to 10"));
  CHECK_THROWS_WITH(made("rappor", {{"epsilon", 9}}), Catch::Contains("epsilon: 9 is more than"));
  CHECK_THROWS_WITH(made("rappor").mechanism.columns(Dataset(20, 2.0)),
                    Catch::Contains("dataset: 2 is not one of 0, .., 1"));
}

TEST_CASE("local mechanisms keep their claims at large epsilon, or say that it is too large", "[mechanisms]") {
  for (double const epsilon : {35.0, 37.0, 41.0, 43.0, 72.0, 800.0}) {
    INFO(epsilon);
    for (double const delta : {0.0, 1e-3, 0.1}) {
      auto const instance = made("approximate-randomised-response", {{"epsilon", epsilon}, {"delta", delta}});
      auto const known = instance.mechanism.privacy(instance.pairs.front());
      CHECK(known->delta(epsilon) == Approx(delta).epsilon(1e-9));
      CHECK(known->epsilon(delta) == Approx(epsilon).epsilon(1e-9));
      CHECK(log_density(instance.mechanism, {0}, {1}) ==
            Approx(std::log1p(-delta) - epsilon - std::log1p(3 * std::exp(-epsilon))).epsilon(1e-12));
    }
    auto const response = made("k-ary-randomised-response", {{"epsilon", epsilon}}).mechanism;
    CHECK(log_density(response, {0}, {0}) - log_density(response, {0}, {1}) == Approx(epsilon).epsilon(1e-12));
  }
  for (auto const* name : {"poll", "randomised-response", "randomised-response-gamma", "randomised-response-asymmetric",
                           "shuffle-randomised-response", "repeat-randomised-response"}) {
    INFO(name);
    auto const large = made(name, {{"epsilon", 30}});
    CHECK(std::get<PureDp>(large.mechanism.guarantee()).epsilon >= 29.9);
    CHECK(made(name, ParameterValues(large.parameters.begin(), large.parameters.end())).parameters == large.parameters);
    CHECK_THROWS_WITH(made(name, {{"epsilon", 40}}), Catch::Contains("epsilon: 40 is above 36"));
  }
}

TEST_CASE("unary encodings claim what their rounded coins spend", "[mechanisms]") {
  for (auto const* name : {"symmetric-unary-encoding", "optimised-unary-encoding", "thresholded-histogram-encoding"})
    for (double const epsilon : {1.0, 50.0, 63.0, 68.0}) {
      INFO(name << ", " << epsilon);
      auto const instance = made(name, {{"epsilon", epsilon}});
      CHECK(instance.mechanism.exact_epsilon(instance.pairs.front(), 0).value() <=
            std::get<PureDp>(instance.mechanism.guarantee()).epsilon * (1 + 1e-9));
    }
  CHECK_THROWS_WITH(made("symmetric-unary-encoding", {{"epsilon", 100}}), Catch::Contains("epsilon: 100 is too large"));
}

TEST_CASE("a filter of little epsilon is what it was designed to be, or refused", "[mechanisms]") {
  for (auto const* name : {"rappor", "rappor-one-time"}) {
    INFO(name);
    auto const small = made(name, {{"epsilon", 1e-5}});
    CHECK(std::get<PureDp>(small.mechanism.guarantee()).epsilon == Approx(1e-5).epsilon(1e-9));
    CHECK_NOTHROW(made(name, {{"epsilon", 1e-5}, {"f", parameter(small, "f")}}));
    CHECK_THROWS_WITH(made(name, {{"epsilon", 1e-9}}), Catch::Contains("epsilon: 1e-09 is too small"));
  }
}
