#include "mechanisms/local/binary_response.hpp"

#include <cmath>

#include "mechanisms/local/randomised_response.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/moments.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

/// Standard errors between the ones released and a probability: beyond 6.1 with probability about 1e-9.
double errors_of_share(AnyMechanism const& mechanism, double truth, double probability, std::string_view label) {
  return moment_errors(released(mechanism, {truth}, label)[0], probability, probability * (1 - probability)).mean;
}

}  // namespace

// Level 1e-9 for the sound arms; a probability that is off by 0.005 is off by at least 10 standard errors at a million
// draws.
TEST_CASE("randomised response keeps each answer as often as it says", "[mechanisms][statistical]") {
  auto const mechanism = made("randomised-response-asymmetric", {{"p", 0.8}, {"q", 0.7}}).mechanism;
  CHECK(std::fabs(errors_of_share(mechanism, 1, 0.8, "binary/one")) < 6.1);
  CHECK(std::fabs(errors_of_share(mechanism, 0, 0.3, "binary/zero")) < 6.1);
  CHECK(std::fabs(errors_of_share(mechanism, 1, 0.805, "binary/one")) > 6.1);
  CHECK(std::fabs(errors_of_share(mechanism, 0, 0.305, "binary/zero")) > 6.1);
  CHECK(std::fabs(errors_of_share(made("randomised-response").mechanism, 1, 0.75, "binary/r")) < 6.1);
  CHECK(std::fabs(errors_of_share(made("randomised-response-gamma", {{"gamma", 0.1}}).mechanism, 0, 0.4,
                                  "binary/gamma")) < 6.1);
}

TEST_CASE("randomised response: masses sum to one and give its epsilon at every delta", "[mechanisms]") {
  struct Row {
    double p, q, epsilon;
  };
  for (auto const& [p, q, epsilon] : {Row{0.75, 0.75, 1.0986}, Row{0.9, 0.6, 1.7918}, Row{0.8, 0.7, 1.2528}}) {
    auto const instance = made("randomised-response-asymmetric", {{"p", p}, {"q", q}});
    auto const one = masses(instance.mechanism, {1}, 0, 1), zero = masses(instance.mechanism, {0}, 0, 1);
    CHECK(one[0] + one[1] == Approx(1).epsilon(1e-15));
    CHECK(one[1] == Approx(p));
    CHECK(zero[0] == Approx(q));
    CHECK(instance.mechanism.exact_epsilon(instance.pairs[0], 0).value() == Approx(epsilon).epsilon(1e-4));
    for (double const delta : {0.0, 1e-6, 0.01, 0.1, 0.3, 0.6})
      CHECK(instance.mechanism.exact_epsilon(instance.pairs[0], delta).value() ==
            Approx(enumerated_epsilon(one, zero, delta)).epsilon(1e-9).margin(1e-12));
  }
}

TEST_CASE("one randomised response has many names for its parameter", "[mechanisms]") {
  auto const ln_3 = std::log(3.0);
  for (auto const& values : std::vector<ParameterValues>{
           {{"r", 0.5}}, {{"p", 0.75}}, {{"epsilon", ln_3}}, {{"r", 0.5}, {"p", 0.75}, {"epsilon", ln_3}}}) {
    auto const instance = made("randomised-response", values);
    CHECK(parameter(instance, "epsilon") == Approx(ln_3).epsilon(1e-14));
    CHECK(parameter(instance, "r") == Approx(0.5).epsilon(1e-14));
    CHECK(parameter(instance, "p") == Approx(0.75).epsilon(1e-14));
  }
  CHECK(parameter(made("randomised-response-gamma", {{"gamma", 0.25}}), "epsilon") == Approx(ln_3).epsilon(1e-14));
  CHECK(parameter(made("randomised-response-gamma", {{"epsilon", ln_3}}), "gamma") == Approx(0.25).epsilon(1e-14));
  CHECK(parameter(made("randomised-response-asymmetric", {{"epsilon", ln_3}}), "q") == Approx(0.75).epsilon(1e-14));
  CHECK_THROWS_WITH(made("randomised-response", {{"r", 0.5}, {"epsilon", 1}}), Catch::Contains("r: 0.5"));
  CHECK_THROWS_WITH(made("randomised-response", {{"r", 1}}), Catch::Contains("r: 1 is not in [0, 1)"));
  CHECK_THROWS_WITH(made("randomised-response", {{"p", 0.4}}), Catch::Contains("p: 0.4 is not in [0.5, 1)"));
  CHECK_THROWS_WITH(made("randomised-response-gamma", {{"gamma", 0.5}}),
                    Catch::Contains("gamma: 0.5 is not in [0, 0.5)"));
  CHECK_THROWS_WITH(made("randomised-response-asymmetric", {{"p", 0.3}, {"q", 0.3}}),
                    Catch::Contains("p + q: 0.6 is below 1"));
  CHECK_THROWS_WITH(made("randomised-response-asymmetric", {{"p", 0.75}, {"q", 0.75}, {"epsilon", 1}}),
                    Catch::Contains("at odds") || Catch::Contains("give one"));
  CHECK_THROWS_WITH(made("randomised-response").mechanism.columns({2}),
                    Catch::Contains("dataset: 2 is not one of 0, .., 1"));
}

// A poll of 100 people, 30 of whom hold 1, half a hundred thousand times. Level 1e-9; 5 % on the variance is 25
// standard errors.
TEST_CASE("the share is estimated without bias, with the stated variance", "[mechanisms][statistical]") {
  local::BinaryResponse const response{0.8, 0.7};
  constexpr std::size_t people = 100, holding = 30, polls = 1 << 17;
  std::vector<double> ones(polls, 0.0);
  for (std::size_t person = 0; person < people; ++person) {
    auto const answers =
        released(response, {person < holding ? 1.0 : 0.0}, "share/" + std::to_string(person), polls)[0];
    for (std::size_t i = 0; i < polls; ++i) ones[i] += answers[i];
  }
  for (auto& y : ones) y = response.estimate(y / people);
  auto const variance = response.variance_for_fixed_people(0.3, people);
  auto const stated = moment_errors(ones, 0.3, variance), wrong = moment_errors(ones, 0.31, variance * 1.05);
  CHECK(std::fabs(stated.mean) < 6.1);
  CHECK(std::fabs(stated.variance) < 6.1);
  CHECK(std::fabs(wrong.mean) > 6.1);
  CHECK(std::fabs(wrong.variance) > 6.1);
}

TEST_CASE("the variance over a population adds what sampling costs", "[mechanisms]") {
  for (double const gamma : {0.1, 0.25, 0.4})
    for (double const mu : {0.0, 0.3, 0.5, 1.0}) {
      auto const response = local::response_from_gamma(gamma);
      CHECK(response.variance_over_populations(mu, 7) ==
            Approx(response.variance_for_fixed_people(mu, 7) + mu * (1 - mu) / 7));
      CHECK(response.variance_for_fixed_people(mu, 7) ==
            Approx((0.25 - gamma * gamma) / (4 * gamma * gamma * 7)));  // lecture 5
      CHECK(response.variance_for_fixed_people(mu, 7) <= 1 / (16 * gamma * gamma * 7));
    }
  CHECK_THROWS_WITH(local::response_from_r(0).estimate(0.5), Catch::Contains("nothing can be estimated"));
}
