#include "mechanisms/catalogue/pair_law.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms::privacy;
using Catch::Approx;

// Clamping costs the pair nothing: it has the profile of Laplace noise, 1 - e^((t - 1) / 2).
TEST_CASE("bounds on one release hold the truth where its terms nearly cancel", "[mechanisms][privacy]") {
  std::vector<Repeated> const one{{pair_law("clamp-after-noise", {{"epsilon", 1}})}};
  for (double const below : {1e-3, 1e-6, 1e-9, 1e-11}) {
    INFO(below);
    auto const epsilon = 1 - below, truth = -std::expm1((epsilon - 1) / 2);
    auto const bounds = compose_delta(one, epsilon);
    CHECK(bounds.lower <= truth);
    CHECK(bounds.upper >= truth);
    CHECK(bounds.upper - bounds.lower <= 1e-10);
    CHECK(one.front().law.delta(epsilon) == Approx(truth).epsilon(1e-9).margin(1e-15));
    auto const back = compose_epsilon(one, truth);
    CHECK(back.lower <= epsilon);
    CHECK(back.upper >= epsilon);
  }
}

TEST_CASE("bounds on one release of a closed form stay narrow in its tail", "[mechanisms][privacy]") {
  std::vector<Repeated> const one{{pair_law("discrete-gaussian", {{"sigma", 1}})}};
  auto const bounds = compose_delta(one, 8);
  CHECK(bounds.lower > 0);
  CHECK(bounds.upper / bounds.lower < 1 + 1e-8);
}
