#include <cmath>

#include "mechanisms/noise/laplace.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

// Every column alone is sound (level 1e-9); together they tell. The twin: laplace-vector, whose columns differ.
TEST_CASE("shared noise looks sound in each column, and is the same in all", "[mechanisms][statistical]") {
  for (auto const* name : {"broken/shared-noise", "broken/reused-seed"}) {
    auto const columns = released(made(name, {{"k", 3}}).mechanism, {1, 1, 2}, name);
    for (std::size_t j = 0; j < 3; ++j)
      CHECK(kolmogorov_smirnov(columns[j], [j](double y) { return noise::Laplace{1}.cdf(y - (j == 2 ? 2 : 1)); }) <
            ks_refutes_at_1e9);
    CHECK(columns[0] == columns[1]);
    double furthest = 0;
    for (std::size_t i = 0; i < many; ++i) furthest = std::max(furthest, std::fabs(columns[2][i] - columns[0][i] - 1));
    CHECK(furthest < 1e-14);
  }
  auto const sound = released(made("laplace-vector", {{"k", 3}}).mechanism, {1, 1, 2}, "broken/shared-noise");
  CHECK(sound[0] != sound[1]);
}

TEST_CASE("one block after another has noise of its own, restarted or not", "[mechanisms]") {
  for (auto const* name : {"broken/shared-noise", "broken/reused-seed"}) {
    auto const mechanism = made(name).mechanism;
    warner::sim::Stream stream{warner::sim::Address{seed_of(name)}, 0};
    std::vector<double> first(200), second(200);
    mechanism.release({1, 1}, stream, {first.data(), 100, 2});
    mechanism.release({1, 1}, stream, {second.data(), 100, 2});
    CHECK(first != second);
  }
}

TEST_CASE("shared noise is infinitely bad where answers move apart, and sound where they move together",
          "[mechanisms]") {
  for (auto const* name : {"broken/shared-noise", "broken/reused-seed"}) {
    auto const instance = made(name, {{"k", 5}, {"epsilon", 0.3}});
    for (auto const& pair : instance.pairs) {
      INFO(pair.label);
      auto const together = pair.label == "all above" || pair.label == "all below";
      auto const exact = instance.mechanism.exact_epsilon(pair, 0).value();
      CHECK((together ? exact == Approx(0.3) : std::isinf(exact)));
      CHECK((together || std::isinf(instance.mechanism.exact_epsilon(pair, 0.5).value())));
    }
    CHECK(instance.pairs[0].label == "one above");
  }
  CHECK_THROWS_WITH(made("broken/shared-noise", {{"k", 1}}), Catch::Contains("k: 1 is not a whole number from 2"));
}
