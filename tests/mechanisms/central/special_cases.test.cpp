#include <cmath>
#include <numeric>

#include "mechanisms/noise/laplace.hpp"
#include "tests/mechanisms/finite_laws.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

double delta_of(Instance const& instance, double t) {
  return instance.mechanism.privacy(instance.pairs.front())->delta(t);
}

Outcomes numbers(int n) { return all_rows({n}); }

}  // namespace

// Level 1e-9 for a sound arm. The twins are off by 0.02 in delta, one voter in fifty, and one record in ten.
TEST_CASE("finite special cases follow their masses, and not those of a neighbour", "[mechanisms][statistical]") {
  for (auto const* name : {"probabilistic-dp-counterexample", "probabilistic-dp-post-processed"})
    for (double const bit : {0.0, 1.0}) {
      auto const sample = indices_of(released(made(name).mechanism, {bit}, name), numbers(5));
      CHECK_FALSE(refuted_by(sample, masses_of(made(name).mechanism, {bit}, numbers(5))));
      CHECK(refuted_by(sample, masses_of(made(name, {{"delta", 0.12}}).mechanism, {bit}, numbers(5))));
    }
  auto const votes = made("distributional-histogram", {{"n", 51}}).mechanism;
  auto const counts = indices_of(released(votes, {1}, "votes"), numbers(52));
  CHECK_FALSE(refuted_by(counts, masses_of(votes, {1}, numbers(52))));
  CHECK(refuted_by(counts, masses_of(votes, {0}, numbers(52))));
  auto const shame = made("name-and-shame").mechanism;
  Dataset records{0, 1, 2, 3, 4, 5, 6, 7, 7, 7};
  auto const named = indices_of(released(shame, records, "records"), numbers(10));
  CHECK_FALSE(refuted_by(named, masses_of(shame, records, numbers(10))));
  records.back() = 8;
  CHECK(refuted_by(named, masses_of(shame, records, numbers(10))));
}

TEST_CASE("masses of finite special cases sum to one and give the exact epsilon", "[mechanisms]") {
  for (auto const* name : {"probabilistic-dp-counterexample", "probabilistic-dp-post-processed",
                           "distributional-histogram", "name-and-shame"}) {
    INFO(name);
    auto const instance = made(name);
    auto const p = masses_of(instance.mechanism, instance.pairs.front().d, numbers(101)),
               q = masses_of(instance.mechanism, instance.pairs.front().d_prime, numbers(101));
    CHECK(std::accumulate(p.begin(), p.end(), 0.0) == Approx(1).epsilon(1e-12));
    for (double const delta : {0.0, 1e-6, 0.05, 0.11, 0.2}) {
      auto const exact = instance.mechanism.exact_epsilon(instance.pairs.front(), delta).value();
      if (std::isfinite(exact)) CHECK(exact == Approx(enumerated_epsilon(p, q, delta)).epsilon(1e-9).margin(1e-9));
    }
  }
}

TEST_CASE("probabilistic privacy does not survive post-processing, approximate privacy does", "[mechanisms]") {
  auto const before = made("probabilistic-dp-counterexample"), after = made("probabilistic-dp-post-processed");
  for (auto const* instance : {&before, &after}) {
    CHECK(delta_of(*instance, 1) == Approx(0.1).epsilon(1e-12));
    CHECK(std::isinf(instance->mechanism.exact_epsilon(instance->pairs.front(), 0).value()));
    CHECK(instance->mechanism.exact_epsilon(instance->pairs.front(), 0.1).value() == Approx(1).epsilon(1e-12));
  }
  auto const mass = std::exp(log_density(after.mechanism, {0}, {4}));
  CHECK(mass / std::exp(log_density(after.mechanism, {1}, {4})) == Approx(3.1314).margin(5e-5));
  CHECK(mass > 0.1);
}

TEST_CASE("profiles of the special cases", "[mechanisms]") {
  auto const leak = made("rare-leak", {{"tau", 0.01}});
  for (double const t : {0.0, 0.4, 1.0, 3.0})
    CHECK(delta_of(leak, t) == Approx(0.01 + 0.99 * std::max(0.0, 1 - std::exp((t - 1) / 2))).epsilon(1e-12));
  CHECK(std::isinf(made("broken/rare-leak").mechanism.exact_epsilon({{0}, {1}}, 0).value()));
  for (double const t : {0.0, 1.0, 9.0}) CHECK(delta_of(made("name-and-shame"), t) == Approx(0.1).epsilon(1e-12));
  struct Row {
    double n, t, delta;
  };
  for (auto const& [n, t, delta] : {Row{10, 0, 0.24609}, Row{100, 0, 0.079589}, Row{1000, 0, 0.025225},
                                    Row{100, 0.1, 0.04184}, Row{100, 0.5, 5.99e-4}, Row{100, 1, 8.6e-8}})
    CHECK(delta_of(made("distributional-histogram", {{"n", n}}), t) == Approx(delta).epsilon(1e-3));
  CHECK(std::isinf(made("distributional-histogram").mechanism.exact_epsilon({{0}, {1}}, 0).value()));
  CHECK(made("constant").mechanism.exact_epsilon({{0}, {1}}, 0).value() == 0);
  CHECK(released(made("constant").mechanism, {5}, "constant", 3)[0] == std::vector<double>{42, 42, 42});
}

// Level 1e-9: 1048576 releases, a hundredth of which leak; the noise of the others has 1.05 of its scale in the twin.
TEST_CASE("a rare leak leaks as often as it says, and is noise otherwise", "[mechanisms][statistical]") {
  auto const columns = released(made("rare-leak", {{"tau", 0.01}}).mechanism, {3}, "leak");
  std::vector<double> noisy;
  double leaks = 0;
  for (std::size_t i = 0; i < many; ++i) {
    leaks += columns[0][i];
    if (columns[0][i] == 0) noisy.push_back(columns[1][i]);
    else CHECK(columns[1][i] == 3);
  }
  auto const errors = [&](double tau) { return std::fabs(leaks - tau * many) / std::sqrt(tau * (1 - tau) * many); };
  CHECK(errors(0.01) < 6.1);
  CHECK(errors(0.011) > 6.1);
  CHECK(kolmogorov_smirnov(noisy, [](double y) { return noise::Laplace{1}.cdf(y - 3); }) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(noisy, [](double y) { return noise::Laplace{1.05}.cdf(y - 3); }) > ks_refutes_at_1e9);
}

// Level 1e-9. One byte of a short key is uniform, two of them together are not.
TEST_CASE("ciphertexts are uniform with a fresh key, and byte by byte with a short one", "[mechanisms][statistical]") {
  std::vector<double> const uniform(256, 1.0 / 256);
  for (auto const* name : {"encryption-one-time-pad", "broken/encryption-short-key"}) {
    auto const columns = released(made(name).mechanism, {7, 200}, name);
    for (auto const& column : columns) CHECK_FALSE(refuted_by(column, uniform));
    auto mixed = columns[0];
    for (std::size_t i = 0; i < mixed.size(); ++i)
      mixed[i] = std::fmod(mixed[i], 16) + 16 * std::fmod(columns[1][i], 16);
    CHECK(refuted_by(mixed, uniform) == std::string{name}.starts_with("broken"));
    auto biased = uniform;
    biased[3] *= 1.2;  // thirteen standard deviations
    biased[4] *= 0.8;
    CHECK(refuted_by(columns[0], biased));
  }
}

TEST_CASE("what keys hide, by their number", "[mechanisms]") {
  auto const pad = made("encryption-one-time-pad"), known = made("broken/encryption-known-key"),
             one_byte = made("broken/encryption-short-key");
  CHECK(delta_of(pad, 0) == 0);
  CHECK(delta_of(known, 5) == 1);
  CHECK(delta_of(one_byte, 5) > 0.9);
  for (auto const& pair : one_byte.pairs) CHECK(std::isinf(one_byte.mechanism.exact_epsilon(pair, 0).value()));
  CHECK(released(known.mechanism, {0, 1}, "known", 1) == released(known.mechanism, {0, 1}, "other", 1));
  CHECK(std::exp(log_density(pad.mechanism, {1, 2}, {9, 9})) == Approx(1.0 / 65536));
  double possible = 0;
  for (auto const& outcome : all_rows({256, 256}))
    possible += std::isfinite(log_density(one_byte.mechanism, {1, 2}, outcome));
  CHECK(possible == 256);
  CHECK(std::isinf(log_density(known.mechanism, {0, 0}, {0, 0.5})));
}

TEST_CASE("special cases say what is wrong with their parameters and data", "[mechanisms]") {
  CHECK_THROWS_WITH(made("probabilistic-dp-counterexample", {{"delta", 0}}),
                    Catch::Contains("delta: 0 is not in (0, 1)"));
  CHECK_THROWS_WITH(made("probabilistic-dp-counterexample").mechanism.columns({2}),
                    Catch::Contains("dataset: 2 is not one of 0, .., 1"));
  CHECK_THROWS_WITH(made("rare-leak", {{"tau", 1}}), Catch::Contains("tau: 1 is not in (0, 1)"));
  CHECK_THROWS_WITH(made("broken/rare-leak", {{"epsilon", -1}}),
                    Catch::Contains("epsilon: -1 is not positive and finite"));
  CHECK_THROWS_WITH(made("name-and-shame", {{"n", 0}}), Catch::Contains("n: 0 is not a whole number"));
  CHECK_THROWS_WITH(made("name-and-shame").mechanism.columns({1}),
                    Catch::Contains("dataset: 1 values where this mechanism takes 10"));
  CHECK_THROWS_WITH(made("distributional-histogram", {{"n", 1}}), Catch::Contains("n: 1 is not a whole number"));
  CHECK_THROWS_WITH(made("distributional-histogram").mechanism.columns({2}),
                    Catch::Contains("dataset: 2 is not one of 0, .., 1"));
  CHECK_THROWS_WITH(made("encryption-one-time-pad", {{"bytes", 9}}), Catch::Contains("bytes: 9 is not a whole number"));
  CHECK_THROWS_WITH(made("broken/encryption-short-key", {{"bytes", 1}}),
                    Catch::Contains("bytes: 1 is not a whole number from 2"));
  CHECK_THROWS_WITH(made("broken/encryption-known-key").mechanism.columns({1, 256}),
                    Catch::Contains("dataset: 256 is not one of 0, .., 255"));
}
