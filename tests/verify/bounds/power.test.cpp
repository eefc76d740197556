#include "verify/bounds/power.hpp"

#include <cmath>

#include "tests/support/catch.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"

using namespace warner;
using namespace warner::verify;

TEST_CASE("the blind spot is the mass from which on an impossible event is refuted with probability 0.99", "[verify]") {
  for (auto const& [trials, epsilon, delta] :
       {std::tuple{10'000u, 1.0, 0.0}, std::tuple{1'000'000u, 0.1, 0.0}, std::tuple{1'000'000u, 1.0, 1e-5}}) {
    auto const mass = blind_spot(trials, epsilon, delta, 0.05);
    // By its definition: the number of hits that refutes, and the chance of as many.
    std::uint64_t needed = 1;
    while (epsilon_lower_bound({needed, 0, trials - needed}, delta / 2, 0.05) <= epsilon) ++needed;
    CHECK(binomial_at_least(needed, trials, mass / 2) >= 0.99);
    CHECK(binomial_at_least(needed, trials, mass / 2 * 0.999) < 0.99);
  }
  CHECK(blind_spot(3, 1, 0, 0.05) == 1);
}

TEST_CASE("the detectable epsilon is refuted with probability 0.99", "[verify]") {
  sim::Tally const tally{60'000, 30'000, 10'000};
  auto const epsilon = detectable_epsilon(tally, 0.7, 0, 0.05);
  CHECK(epsilon > 0.7);
  CHECK(epsilon < 0.75);
  std::uint64_t needed = 60'000;  // refutes nothing yet
  REQUIRE(epsilon_lower_bound({needed, 90'000 - needed, 0}, 0, 0.05) <= 0.7);
  while (epsilon_lower_bound({needed, 90'000 - needed, 0}, 0, 0.05) <= 0.7) ++needed;
  CHECK(binomial_at_least(needed, 90'000, 1 / (1 + std::exp(-epsilon))) >= 0.99);
  CHECK(binomial_at_least(needed, 90'000, 1 / (1 + std::exp(-0.999 * epsilon))) < 0.99);
  CHECK(std::isinf(detectable_epsilon({0, 0, 100}, 1, 0, 0.05)));
  CHECK(std::isinf(detectable_epsilon({2, 0, 100}, 1, 0, 0.05)));
  auto const at_delta = detectable_epsilon(tally, 0.7, 1e-3, 0.05);
  CHECK(at_delta > epsilon);
  CHECK(at_delta < 0.9);
}

TEST_CASE("the detectable epsilon knows the coin", "[verify]") {
  sim::Tally const tally{1'000, 150, 100'000, 7};  // estimate: ln(7000 / 150)
  auto const epsilon = detectable_epsilon(tally, 3, 0, 0.05);
  std::uint64_t needed = 0;
  while (epsilon_lower_bound({needed, 1'150 - needed, 0, 7}, 0, 0.05) <= 3) ++needed;
  CHECK(binomial_at_least(needed, 1'150, 1 / (1 + 7 * std::exp(-epsilon))) >= 0.99);
  CHECK(binomial_at_least(needed, 1'150, 1 / (1 + 7 * std::exp(-0.999 * epsilon))) < 0.99);
  CHECK(epsilon < 3.6);
  CHECK(detectable_epsilon(tally, 3, 1e-6, 0.05) > epsilon);
  CHECK(detectable_epsilon(tally, 3, 1e-6, 0.05) < 4.5);
}
