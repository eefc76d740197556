#include "mechanisms/noise/bernoulli.hpp"

#include <limits>

#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::Bernoulli;
using namespace warner::tests;

TEST_CASE("Bernoulli draws follow the law, and at 1.05 of the probability they do not",
          "[mechanisms][noise][statistical]") {
  for (auto const p : {0.1, 0.4, 0.9}) {
    CAPTURE(p);
    check_discrete(Bernoulli{p}, Bernoulli{1.05 * p}, "bernoulli/" + std::to_string(p));
  }
}

TEST_CASE("Bernoulli: mass, distribution function and moments agree", "[mechanisms][noise]") {
  check_mass(Bernoulli{0.3}, -2, 3);
}

TEST_CASE("Bernoulli: a fill is the draws one by one", "[mechanisms][noise]") { check_one_by_one(Bernoulli{0.3}); }

TEST_CASE("Bernoulli: impossible and certain coins", "[mechanisms][noise]") {
  for (auto const x : draws(Bernoulli{0}, "bernoulli/0", 10'000)) CHECK(x == 0);
  for (auto const x : draws(Bernoulli{1}, "bernoulli/1", 10'000)) CHECK(x == 1);
}

TEST_CASE("Bernoulli refuses what is no probability", "[mechanisms][noise]") {
  for (auto const p : {-0.1, 1.1, std::numeric_limits<double>::infinity(), std::nan("")})
    CHECK_THROWS_AS(Bernoulli{p}, std::invalid_argument);
}
