#include "mechanisms/local/poll.hpp"

#include <cmath>
#include <numeric>

#include "mechanisms/local/randomised_response.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/moments.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

Dataset people(std::size_t n, std::size_t ones) {
  Dataset dataset(n, 0.0);
  std::fill_n(dataset.begin(), ones, 1.0);
  return dataset;
}

}  // namespace

// Level 1e-9 for the sound arm. The twin has one more person holding 1: the mean is off by 0.5, 300 standard errors.
TEST_CASE("poll releases follow the law of the sum, and not that of one more yes", "[mechanisms][statistical]") {
  auto const mechanism = made("poll", {{"n", 10}, {"r", 0.5}}).mechanism;
  auto const sample = released(mechanism, people(10, 4), "poll")[0];
  auto const pmf = [&](std::size_t ones) {
    return [mass = masses(mechanism, people(10, ones), 0, 10)](double y) {
      return y >= 0 && y <= 10 ? mass[static_cast<std::size_t>(y)] : 0;
    };
  };
  CHECK_FALSE(chi_squared(sample, pmf(4)).refutes_at_1e9());
  CHECK(chi_squared(sample, pmf(5)).refutes_at_1e9());
}

TEST_CASE("the law of the sum sums to one, and is that of the answers added one by one", "[mechanisms]") {
  auto const mechanism = made("poll", {{"n", 7}, {"r", 0.4}}).mechanism;
  std::vector<double> law{1};  // one person at a time
  for (int person = 0; person < 7; ++person) {
    auto const yes = person < 3 ? 0.7 : 0.3;
    law.push_back(0);
    for (auto k = law.size() - 1; k > 0; --k) law[k] = law[k] * (1 - yes) + law[k - 1] * yes;
    law[0] *= 1 - yes;
  }
  auto const mass = masses(mechanism, people(7, 3), 0, 7);
  for (std::size_t k = 0; k <= 7; ++k) CHECK(mass[k] == Approx(law[k]).epsilon(1e-12));
  CHECK(std::accumulate(mass.begin(), mass.end(), 0.0) == Approx(1).epsilon(1e-13));
  CHECK(std::isinf(log_density(mechanism, people(7, 3), {8})));
  CHECK(std::isinf(log_density(mechanism, people(7, 3), {0.5})));
}

TEST_CASE("the law of a large poll keeps its digits in the tails", "[mechanisms]") {
  auto const mechanism = made("poll", {{"n", 2000}, {"r", 0.5}}).mechanism;
  CHECK(log_density(mechanism, people(2000, 0), {2000}) == Approx(2000 * std::log(0.25)).epsilon(1e-12));
  CHECK(log_density(mechanism, people(2000, 1000), {2000}) ==
        Approx(1000 * std::log(0.25) + 1000 * std::log(0.75)).epsilon(1e-12));
}

// One person's epsilon is ln(1 + 2 r / (1 - r)) however many others there are; what they hide is delta.
TEST_CASE("the epsilon of a poll is that of one answer, and its profile shrinks with the crowd", "[mechanisms]") {
  for (double const n : {1.0, 2.0, 10.0, 100.0}) {
    auto const instance = made("poll", {{"n", n}, {"r", 0.5}});
    for (auto const& pair : instance.pairs) {
      CHECK(instance.mechanism.exact_epsilon(pair, 0).value() == Approx(std::log(3.0)));
      auto const last = static_cast<int>(n);
      auto const p = masses(instance.mechanism, pair.d, 0, last), q = masses(instance.mechanism, pair.d_prime, 0, last);
      for (double const delta : {0.0, 1e-6, 1e-3, 0.02})
        CHECK(instance.mechanism.exact_epsilon(pair, delta).value() ==
              Approx(enumerated_epsilon(p, q, delta)).epsilon(1e-7).margin(1e-9));
    }
  }
  auto const crowd = made("poll", {{"n", 100}, {"r", 0.5}});
  Pair const half{people(100, 50), people(100, 51)};
  CHECK(crowd.mechanism.exact_epsilon(half, 0.0130).value() == Approx(0.1).epsilon(0.02));
  CHECK(crowd.mechanism.exact_epsilon(half, 0.0463).value() == 0);  // delta(0) = 0.0462
  CHECK(crowd.mechanism.exact_epsilon({people(100, 50), people(100, 53)}, 0).value() == Approx(3 * std::log(3.0)));
}

// Eq. 11 and 14 of the lesson, as printed but for the brackets.
TEST_CASE("poll_variance is the lesson's v(p, mu)", "[mechanisms]") {
  for (double const p : {0.05, 0.3, 0.5, 1.0})
    for (double const mu : {0.0, 0.2, 0.5, 1.0}) {
      auto const printed =
          mu / p - mu * mu + (1 - p) / (2 * p * p) - (1 - p) * (1 - p) / (4 * p * p) - mu * (1 - p) / p;
      auto const yes = p * mu + (1 - p) / 2;
      CHECK(local::poll_variance(p, mu) == Approx(printed).epsilon(1e-12).margin(1e-12));
      CHECK(local::poll_variance(p, mu) == Approx(yes * (1 - yes) / (p * p)).epsilon(1e-12).margin(1e-12));
      CHECK(local::poll_variance(p, mu) ==
            Approx(local::response_from_r(p).variance_over_populations(mu, 1)).epsilon(1e-12).margin(1e-12));
    }
  CHECK(local::poll_variance(1, 0.3) == Approx(0.21));  // no privacy: a Bernoulli's
  CHECK_THROWS_WITH(local::poll_variance(0, 0.3), Catch::Contains("p: 0 is not in (0, 1]"));
  CHECK_THROWS_WITH(local::poll_variance(0.5, 1.3), Catch::Contains("mu: 1.3 is not in [0, 1]"));
}

// Level 1e-9; 5 % on the variance is 35 standard errors at a quarter of a million polls.
TEST_CASE("a poll estimates the share without bias, with the stated variance", "[mechanisms][statistical]") {
  local::Poll const poll{0.5, 40};
  auto estimates = released(poll, people(40, 12), "poll/estimate", 1 << 18)[0];
  for (auto& y : estimates) y = poll.estimate(y);
  auto const variance = poll.response().variance_for_fixed_people(0.3, 40);
  auto const stated = moment_errors(estimates, 0.3, variance), wrong = moment_errors(estimates, 0.31, variance * 1.05);
  CHECK(std::fabs(stated.mean) < 6.1);
  CHECK(std::fabs(stated.variance) < 6.1);
  CHECK(std::fabs(wrong.mean) > 6.1);
  CHECK(std::fabs(wrong.variance) > 6.1);
}

TEST_CASE("poll says what is wrong", "[mechanisms]") {
  CHECK(parameter(made("poll", {{"p", 0.75}}), "r") == Approx(0.5));
  CHECK_THROWS_WITH(made("poll", {{"n", 0}}), Catch::Contains("n: 0 is not a whole number from 1"));
  CHECK_THROWS_WITH(made("poll", {{"r", 1.5}}), Catch::Contains("r: 1.5 is not in (0, 1)"));
  CHECK_THROWS_WITH(made("poll", {{"n", 3}}).mechanism.columns({0, 1}),
                    Catch::Contains("dataset: 2 values where this mechanism takes 3"));
}
