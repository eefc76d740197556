#include "verify/bounds/refutation_power.hpp"

#include <cmath>
#include <stdexcept>

#include "tests/support/catch.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/wealth/rounds.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// By adding up all tallies.
double enumerated(Refutes const& refutes, std::uint64_t trials, GuessRates const& rates) {
  double sum = 0;
  auto const log_choose = [](double n, double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  };
  auto const times = [](std::uint64_t count, double rate) {
    return count == 0 ? 0.0 : static_cast<double>(count) * std::log(rate);
  };
  for (std::uint64_t right = 0; right <= trials; ++right)
    for (std::uint64_t wrong = 0; right + wrong <= trials; ++wrong) {
      auto const rest = trials - right - wrong;
      auto const silent = 1 - rates.right - rates.wrong;
      if (rest > 0 && silent < 1e-12) continue;
      if (refutes({right, wrong, rest}))
        sum += std::exp(log_choose(static_cast<double>(trials), static_cast<double>(right)) +
                        log_choose(static_cast<double>(trials - right), static_cast<double>(wrong)) +
                        times(right, rates.right) + times(wrong, rates.wrong) + times(rest, silent));
    }
  return sum;
}

Refutes bound_above(double epsilon, double delta) {
  return [=](sim::Tally const& tally) { return epsilon_lower_bound(tally, delta, 0.05) > epsilon; };
}

Refutes wealth_against(double epsilon, double delta) {
  return [=, stakes = stakes_for(epsilon, delta)](sim::Tally const& tally) {
    RoundTally const round{tally, 2};
    return log_wealth({&round, 1}, epsilon, delta, stakes) >= -std::log(0.05);
  };
}

}  // namespace

TEST_CASE("the power is the sum over all tallies", "[verify]") {
  for (auto const& refutes :
       {bound_above(1, 0), bound_above(0.2, 0.01), wealth_against(1, 0), wealth_against(0.2, 0.01)})
    for (auto const& rates :
         {GuessRates{0.9, 0.1}, GuessRates{0.3, 0.01}, GuessRates{0.09, 0.002}, GuessRates{0.05, 0}})
      for (std::uint64_t const trials : {1, 12, 60, 90}) {
        CAPTURE(trials, rates.right, rates.wrong);
        auto const power = refutation_power(refutes, trials, rates);
        auto const exact = enumerated(refutes, trials, rates);
        CHECK(power.lower == Catch::Approx(exact).epsilon(1e-9).margin(1e-12));
        CHECK(power.upper == Catch::Approx(exact).epsilon(1e-9).margin(1e-8));
      }
}

TEST_CASE("the power of many trials lies between bounds that are close, and an answer to a question agrees with them",
          "[verify]") {
  for (std::uint64_t const trials : {100'000ull, 10'000'000ull, 1ull << 40}) {
    auto const n = static_cast<double>(trials), rate = 0.01,
               excess = 3.5 / std::sqrt(n * rate);  // about even odds of being refuted, or better
    auto const odds = std::exp(1 + 2 * excess);
    GuessRates const rates{rate * odds / (1 + odds), rate / (1 + odds)};
    auto const refutes = [](sim::Tally const& tally) {
      return tally.right > 0 && binomial_at_least(tally.right, tally.spoke(), 1 / (1 + std::exp(-1.0))) <= 0.05;
    };
    auto const power = refutation_power(refutes, trials, rates);
    CAPTURE(trials, power.lower, power.upper);
    CHECK(power.lower > 0.5);
    CHECK(power.upper < 1);
    CHECK(power.lower <= power.upper);
    CHECK(power.upper - power.lower < 2e-3);
    CHECK(refutation_power(refutes, trials, rates, power.lower - 1e-3).lower >= power.lower - 1e-3);
    CHECK(refutation_power(refutes, trials, rates, power.upper + 1e-3).upper < power.upper + 1e-3);
  }
  CHECK_THROWS_AS(refutation_power(bound_above(1, 0), 10, {0.9, 0.2}), std::invalid_argument);
  CHECK_THROWS_AS(refutation_power(bound_above(1, 0), 10, {0.9, -0.1}), std::invalid_argument);
}
