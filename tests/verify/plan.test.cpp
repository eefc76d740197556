#include "verify/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/divergence_bounds.hpp"
#include "verify/check.hpp"
#include "verify/measure.hpp"

using namespace warner;
using namespace warner::verify;

TEST_CASE("the planner's trials have the power asked for, and not many fewer do", "[verify]") {
  for (auto const procedure : {Procedure::measure, Procedure::check})
    for (auto const& asked : {Violation{1, 0, 1.1, 1, 0.05}, Violation{0.1, 0, 0.2, 0.3, 0.001},
                              Violation{1, 0, 2, 1, 0.05}, Violation{1, 0.01, 1.5, 0.5, 0.05}}) {
      auto const trials = trials_needed(procedure, asked, 0.9);
      REQUIRE(trials);
      CAPTURE(asked.claimed_epsilon, asked.violation, *trials);
      CHECK(power_of(procedure, asked, *trials) >= 0.9);
      CHECK(power_of(procedure, asked, *trials * 9 / 10) < 0.9);
      auto const detected = detectable_violation(procedure, asked, *trials, 0.9);
      CHECK(detected <= asked.violation * (1 + 1e-5));
      CHECK(detected > asked.claimed_epsilon);
    }
  // With every trial a guess, few wrong ones leave no room for more right ones: nothing is promised that can not
  // happen.
  CHECK(detectable_violation(Procedure::measure, {.delta = 1e-5}, 1'000'000, 0.99) >
        detectable_violation(Procedure::measure, {}, 1'000'000, 0.99));
  CHECK(std::isinf(detectable_violation(Procedure::measure, {}, 3, 0.99)));
  CHECK(blind_spot_of(Procedure::check, {}, 1'000'000, 0.99) > blind_spot_of(Procedure::measure, {}, 1'000'000, 0.99));
  CHECK_FALSE(trials_needed(Procedure::measure, {.claimed_epsilon = 1, .violation = 1 + 1e-9}, 0.9));
}

// Randomised response of epsilon 1.1 under a claim of 1: whoever has seen some trials knows the strategy, and always
// guesses. Refutations among 200 audits are binomial with the planner's power; for measure exactly (both tails above
// 1e-6), for check with at least it, but for what its silent round costs.
TEST_CASE("a budget leaves as many trials as are needed, and one less does not", "[verify]") {
  for (std::uint64_t certify = 1; certify < 1000; ++certify) {
    auto const budget = budget_for(certify);
    CHECK(budget - most_search_trials(budget) >= certify);
    CHECK(budget - 1 - most_search_trials(budget - 1) < certify);
  }
  CHECK(budget_for(0) == 0);
}

TEST_CASE("simulated audits have the power that the planner says", "[verify][statistical]") {
  constexpr std::uint64_t audits = 200;
  Violation const asked{.claimed_epsilon = 1, .violation = 1.1};
  for (auto const power : {0.5, 0.9}) {
    auto const certify = trials_needed(Procedure::measure, asked, power).value();
    auto const budget = budget_for(certify);
    auto const trials = budget - most_search_trials(budget);
    CHECK(trials == certify);
    std::uint64_t measured = 0, checked = 0;
    CheckOptions options{.claimed_epsilon = 1, .budget = trials_needed(Procedure::check, asked, power).value() + 32};
    options.execution.threads = 1;
    for (std::uint64_t seed = 1; seed <= audits; ++seed) {
      MeasureOptions measure_options{.budget = budget, .search = most_search_trials(budget), .seed = seed};
      measure_options.execution.threads = 1;
      measured += measure(toys::Response{1.1}, toys::zero_one, measure_options).epsilon_lower_bound > 1;
      options.seed = seed;
      checked += check(toys::Response{1.1}, toys::zero_one, options).end == Check::End::refuted;
    }
    auto const expected = power_of(Procedure::measure, asked, trials);
    CAPTURE(power, expected, measured, checked);
    CHECK(binomial_at_least(measured, audits, expected) > 1e-6);
    CHECK(binomial_at_most(measured, audits, expected) > 1e-6);
    CHECK(binomial_at_most(checked, audits, power) > 1e-6);
  }
}

// The number of guesses is random: trials that have enough on average have too few of them half of the time. (Planned
// by the mean it would be 2400 and 144 less a few, of power 0.5.)
TEST_CASE("the planner knows that rare guesses may be rarer still", "[verify]") {
  CHECK(trials_needed(Procedure::measure, {.claimed_epsilon = 2, .violation = 7, .speaks = 0.01}, 0.9).value() ==
        3'121);
  CHECK(power_of(Procedure::measure, {.claimed_epsilon = 2, .violation = 7, .speaks = 0.01}, 2'400) ==
        Catch::Approx(0.515).margin(0.005));
  CHECK(power_of(Procedure::measure, {.claimed_epsilon = 1, .violation = 6, .speaks = 0.1}, 100) < 0.6);
}

TEST_CASE("a check is planned as it is played: a silent round, and then as many guesses as are needed", "[verify]") {
  Violation const gross{.claimed_epsilon = 1, .violation = 3};
  CHECK(power_of(Procedure::check, gross, silent_trials) == 0);
  CHECK(power_of(Procedure::check, gross, 40) == 0);  // 8 guesses, all of them right, refute nothing
  CHECK(power_of(Procedure::one_round, gross, 40) > 0.5);
  CHECK(std::isinf(detectable_violation(Procedure::check, gross, silent_trials, 0.99)));
  CHECK(blind_spot_of(Procedure::check, gross, silent_trials, 0.99) == 1);
  Violation const infinite{.claimed_epsilon = 1, .violation = std::numeric_limits<double>::infinity()};
  CHECK(trials_needed(Procedure::check, infinite, 0.99).value() > silent_trials + 8);
  for (std::uint64_t trials : {1u, 32u, 33u, 60u, 1'000u})
    CHECK(trials_beside_learning(budget_to_learn_in(trials)) == trials);
}

// Five violations of a claim of 1, by randomised response, at the budgets that suites plan for a power of 0.99; 1000
// checks of each. Where the power is 0.99, fewer than 970 of 1000 refute with probability 1e-7.
TEST_CASE("what a planned budget promises of gross violations happens", "[verify][statistical]") {
  constexpr std::uint64_t audits = 1000, fewest = 970;
  for (auto const violation : {3.0, 6.0, 10.0, 20.0, 40.0}) {  // 40: as good as infinite
    Violation const asked{.claimed_epsilon = 1, .violation = violation};
    CheckOptions options{.claimed_epsilon = 1,
                         .budget = budget_to_learn_in(trials_needed(Procedure::check, asked, 0.99).value())};
    options.execution.threads = 1;
    std::uint64_t refuted = 0;
    for (options.seed = 1; options.seed <= audits; ++options.seed)
      refuted += check(toys::Response{violation}, toys::zero_one, options).end == Check::End::refuted;
    CAPTURE(violation, options.budget, refuted);
    CHECK(refuted >= fewest);
  }
}

// The same of measurements, at the budgets that `plan` prints.
TEST_CASE("a planned measurement has search trials to learn from", "[verify][statistical]") {
  constexpr std::uint64_t audits = 1000, fewest = 970;
  CHECK(most_search_trials(least_budget()) == fewest_to_learn);
  CHECK(most_search_trials(least_budget() - 1) < fewest_to_learn);
  for (auto const violation : {6.0, 10.0, 20.0, 40.0}) {
    Violation const asked{.claimed_epsilon = 1, .violation = violation};
    auto const certify = trials_needed(Procedure::measure, asked, 0.99).value();
    MeasureOptions options{.budget = std::max(budget_for(certify), least_budget())};
    options.execution.threads = 1;
    std::uint64_t refuted = 0;
    for (options.seed = 1; options.seed <= audits; ++options.seed)
      refuted += measure(toys::Response{violation}, toys::zero_one, options).epsilon_lower_bound > 1;
    CAPTURE(violation, options.budget, refuted);
    CHECK(refuted >= fewest);
  }
}

TEST_CASE("that no number of trials is enough is said at once, and only where it is so", "[verify]") {
  CHECK_FALSE(trials_needed(Procedure::measure, {.claimed_epsilon = 0, .violation = 1e-9}, 0.99));
  CHECK_FALSE(trials_needed(Procedure::check, {.claimed_epsilon = 0, .violation = 1e-9}, 0.99));
  CHECK(trials_needed(Procedure::measure, {.claimed_epsilon = 0, .violation = 1e-6}, 0.99));
  CHECK(trials_needed(Procedure::check, {.claimed_epsilon = 1, .violation = 1.2, .level = 1e-320}, 0.99));
}

TEST_CASE("the planner refuses nonsense", "[verify]") {
  CHECK_THROWS_AS(trials_needed(Procedure::measure, {.violation = 0.9}, 0.9), std::invalid_argument);
  CHECK_THROWS_AS(trials_needed(Procedure::measure, {}, 1), std::invalid_argument);
  CHECK_THROWS_AS(power_of(Procedure::check, {.speaks = 0}, 100), std::invalid_argument);
  CHECK_THROWS_AS(power_of(Procedure::check, {.level = 0}, 100), std::invalid_argument);
}

TEST_CASE("claims of divergences are planned in their own currency", "[verify]") {
  ClaimedDivergences const rho{0.125, {}};
  auto const statements = implied_by(rho);
  auto const& first = statements.statements.front();
  TestedClaim const whole{first.epsilon, first.delta, {}, statements, rho};
  auto const odds = odds_that_show(whole, 0.2, 1);
  CHECK(shown_by(whole, odds, 1) == Catch::Approx(0.2).epsilon(1e-6));
  CHECK(std::isinf(odds_that_show(whole, 30, 1e-3)));
  Violation const asked{.violation = odds, .whole = whole};
  for (auto const procedure : {Procedure::measure, Procedure::check}) {
    auto const trials = trials_needed(procedure, asked, 0.9);
    REQUIRE(trials);
    CHECK(power_of(procedure, asked, *trials) >= 0.9);
    CHECK(power_of(procedure, asked, *trials * 9 / 10) < 0.9);
    auto const detected = detectable_violation(procedure, asked, *trials, 0.9);
    CHECK(detected <= odds * (1 + 1e-5));
    CHECK(shown_by(whole, detected, 1) > 0.125);
    CHECK(blind_spot_of(procedure, asked, *trials, 0.9) < 1);
  }
}

// Of a measurement exactly as probable as planned; 300 of them, both tails above 1e-6.
TEST_CASE("simulated measurements of a rho have the power that the planner says", "[verify][statistical]") {
  ClaimedDivergences const rho{0.125, {}};
  auto const statements = implied_by(rho);
  TestedClaim const whole{0, 0, {}, statements, rho};
  Violation const asked{.violation = odds_that_show(whole, 0.2, 1), .whole = whole};
  auto const trials = *trials_needed(Procedure::measure, asked, 0.7);
  Strategy const as_told{Bins{{}, {0.5}, {1, -1}}, 1, -1};
  std::uint64_t refuted = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    auto const tally = play(toys::Response{asked.violation}, toys::zero_one, as_told,
                            {seed, sim::Generator::ars, {0, trials}, {1, nullptr, nullptr}})
                           .tally;
    refuted += rho_lower_bound(certified_rates(tally, 2, asked.level)) > 0.125;
  }
  auto const power = power_of(Procedure::measure, asked, trials);
  CHECK(binomial_at_least(refuted, 300, power) > 1e-6);
  CHECK(binomial_at_most(refuted, 300, power) > 1e-6);
}
