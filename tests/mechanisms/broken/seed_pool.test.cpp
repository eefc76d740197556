#include <cmath>
#include <set>

#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;

// 256 seeds are all met in 2^14 draws but with probability below 256 e^-64. The twin: laplace, whose values hardly
// repeat.
TEST_CASE("noise from a pool of seeds takes as many values as there are seeds", "[mechanisms]") {
  auto const different = [](std::string_view name, ParameterValues const& values) {
    auto const sample = released(made(name, values).mechanism, {0}, "seed pool", 1 << 14)[0];
    return std::set<double>(sample.begin(), sample.end()).size();
  };
  CHECK(different("broken/reused-seed-pool", {}) == 256);
  CHECK(different("broken/reused-seed-pool", {{"pool", 7}}) == 7);
  CHECK(different("laplace", {}) > 16'000);
}

TEST_CASE("two answers share no value, so epsilon is infinite at any delta", "[mechanisms]") {
  auto const instance = made("broken/reused-seed-pool");
  for (double const delta : {0.0, 1e-5, 0.5, 0.9})
    CHECK(std::isinf(instance.mechanism.exact_epsilon(instance.pairs[0], delta).value()));
  CHECK(instance.mechanism.exact_epsilon({{0}, {0}}, 0).value() == 0);
  CHECK(std::get<PureDp>(instance.mechanism.guarantee()).epsilon == 1);
}
