#include "mechanisms/local/k_ary_randomised_response.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

// Level 1e-9 for the sound arm. The twin has 1.05 of the epsilon: the truth is told with 1.2 % more, 25 standard
// errors.
TEST_CASE("k-ary randomised response follows its masses, and not those of 1.05 of the epsilon",
          "[mechanisms][statistical]") {
  for (double const truth : {0.0, 2.0, 4.0}) {
    auto const sample = released(made("k-ary-randomised-response", {{"k", 5}}).mechanism, {truth}, "k-ary")[0];
    auto const pmf = [=](double epsilon) {
      auto const mass =
          masses(made("k-ary-randomised-response", {{"k", 5}, {"epsilon", epsilon}}).mechanism, {truth}, 0, 4);
      return [=](double y) { return y >= 0 && y <= 4 ? mass[static_cast<std::size_t>(y)] : 0; };
    };
    CHECK_FALSE(chi_squared(sample, pmf(1)).refutes_at_1e9());
    CHECK(chi_squared(sample, pmf(1.05)).refutes_at_1e9());
  }
}

TEST_CASE("k-ary randomised response: masses sum to one and give its epsilon at every delta", "[mechanisms]") {
  for (double const k : {2.0, 4.0, 50.0}) {
    auto const instance = made("k-ary-randomised-response", {{"k", k}, {"epsilon", 1.3}});
    auto const last = static_cast<int>(k) - 1;
    for (auto const& pair : instance.pairs) {
      auto const p = masses(instance.mechanism, pair.d, 0, last), q = masses(instance.mechanism, pair.d_prime, 0, last);
      CHECK(std::accumulate(p.begin(), p.end(), 0.0) == Approx(1).epsilon(1e-14));
      for (double const delta : {0.0, 1e-6, 0.01, 0.05, 0.9})
        CHECK(instance.mechanism.exact_epsilon(pair, delta).value() ==
              Approx(enumerated_epsilon(p, q, delta)).epsilon(1e-9).margin(1e-12));
    }
  }
}

// 40 people of whom 10 hold category 2, a hundred thousand times: the mean to 6.1 standard errors, level 1e-9.
TEST_CASE("the share of a category is estimated without bias", "[mechanisms][statistical]") {
  local::KAryRandomisedResponse const response{1, 4};
  constexpr std::size_t people = 40, polls = 1 << 17;
  double sum = 0, squares = 0;
  std::vector<double> counts(polls, 0.0);
  for (std::size_t person = 0; person < people; ++person) {
    auto const answers =
        released(response, {static_cast<double>(person % 4)}, "category/" + std::to_string(person), polls)[0];
    for (std::size_t i = 0; i < polls; ++i) counts[i] += answers[i] == 2;
  }
  for (auto const count : counts) {
    auto const estimate = response.estimate(count / people);
    sum += estimate;
    squares += estimate * estimate;
  }
  auto const mean = sum / polls, error = std::sqrt((squares / polls - mean * mean) / polls);
  CHECK(std::fabs(mean - 0.25) < 6.1 * error);
  CHECK(std::fabs(mean - 0.26) > 6.1 * error);
  // For fixed people the variance is less than over a population, by that of drawing them.
  CHECK(squares / polls - mean * mean ==
        Approx(response.variance_over_populations(0.25, people) - 0.25 * 0.75 / people).epsilon(0.03));
}

TEST_CASE("k-ary randomised response says what is wrong", "[mechanisms]") {
  CHECK_THROWS_WITH(made("k-ary-randomised-response", {{"k", 1}}),
                    Catch::Contains("k: 1 is not a whole number from 2"));
  CHECK_THROWS_WITH(made("k-ary-randomised-response", {{"epsilon", -2}}), Catch::Contains("epsilon: -2"));
  CHECK_THROWS_WITH(made("k-ary-randomised-response").mechanism.columns({4}),
                    Catch::Contains("dataset: 4 is not one of 0, .., 3"));
}
