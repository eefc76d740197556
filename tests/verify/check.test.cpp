#include "verify/check.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/game/past_trials.hpp"
#include "verify/scores/rule.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

CheckOptions against(double epsilon, std::uint64_t budget, double level = 0.05, double delta = 0) {
  CheckOptions options;
  options.claimed_epsilon = epsilon;
  options.delta = delta;
  options.budget = budget;
  options.level = level;
  return options;
}

Check checked(mechanisms::AnyMechanism const& mechanism, CheckOptions options, std::uint64_t seed = 1,
              int threads = 1) {
  options.seed = seed;
  options.execution.threads = threads;
  return check(mechanism, toys::zero_one, options);
}

/// How many of `audits` checks, with seeds 1, 2, .., refute.
std::uint64_t refutations(mechanisms::AnyMechanism const& mechanism, CheckOptions const& options,
                          std::uint64_t audits) {
  std::uint64_t refuted = 0;
  for (std::uint64_t seed = 1; seed <= audits; ++seed)
    refuted += checked(mechanism, options, seed).end == Check::End::refuted;
  return refuted;
}

}  // namespace

// Level 1e-9 each, so that the sound arm is spared under any seed; the broken ones are refuted with a budget several
// times what they take.
TEST_CASE("check spares the sound and refutes the broken, kind by kind, and stops", "[verify][statistical]") {
  auto const refuted_within = [](mechanisms::AnyMechanism const& mechanism, double epsilon, std::uint64_t budget,
                                 double delta = 0) {
    auto const result = checked(mechanism, against(epsilon, budget, 1e-9, delta));
    CHECK((result.end == Check::End::refuted) == (result.epsilon_lower_bound > epsilon));
    if (result.end == Check::End::refuted) CHECK(result.trials() < budget);
    else CHECK(result.trials() == budget);
    return result.end == Check::End::refuted;
  };
  SECTION("ratio: a scale of 0.9") {
    CHECK_FALSE(refuted_within(toys::Laplace{1}, 1, 300'000));
    CHECK(refuted_within(toys::Laplace{0.9}, 1, 300'000));
  }
  SECTION("a discrete ratio") {
    CHECK_FALSE(refuted_within(toys::Response{1}, 1, 300'000));
    CHECK(refuted_within(toys::Response{1.1}, 1, 300'000));
  }
  SECTION("nothing to see") { CHECK_FALSE(refuted_within(toys::Noise{}, 0, 300'000)); }
  SECTION("correlation") { CHECK(refuted_within(toys::SharedNoise{}, 1, 1'000)); }
  SECTION("NaN") { CHECK(refuted_within(toys::NanLeak{}, 1, 10'000)); }
  SECTION("delta mass: spent as claimed, and more than claimed") {
    CHECK_FALSE(refuted_within(toys::RareLeak{0.01}, 0, 300'000, 0.01));
    CHECK(refuted_within(toys::RareLeak{0.02}, 0, 300'000, 0.01));
    CHECK(refuted_within(toys::RareLeak{0.01}, 1, 300'000));
  }
}

TEST_CASE("a check is the same for any number of threads, and its looks replay", "[verify][same-bytes]") {
  auto const options = against(1, 300'000, 1e-9);
  auto const one = checked(toys::Laplace{1}, options, 3, 1);
  CHECK(one.trials() == 300'000);
  for (auto const threads : {2, 7}) {
    auto const other = checked(toys::Laplace{1}, options, 3, threads);
    REQUIRE(other.rounds.size() == one.rounds.size());
    for (std::size_t i = 0; i < one.rounds.size(); ++i) {
      CHECK(other.rounds[i].game == one.rounds[i].game);
      CHECK(other.rounds[i].looks == one.rounds[i].looks);
      CHECK(say_d(other.rounds[i].strategy) == say_d(one.rounds[i].strategy));
    }
    CHECK(other.epsilon_lower_bound == one.epsilon_lower_bound);
    CHECK(other.log_wealth == one.log_wealth);
  }
  for (auto const& round : one.rounds) {
    Game again{};
    for (auto const& look : round.looks)
      again += play(toys::Laplace{1}, toys::zero_one, round.strategy, {.seed = 3, .range = look});
    CHECK(again == round.game);
  }
}

TEST_CASE("no two looks share a block", "[verify]") {
  auto const result = checked(toys::Response{1}, against(1, 50'000));
  std::uint64_t next = 0, trials = 0;
  for (auto const& round : result.rounds)
    for (auto const& look : round.looks) {
      CHECK(look.first >= next);
      CHECK(look.first % sim::block_size == 0);
      next = look.last;
      trials += look.count();
    }
  CHECK(trials == 50'000);
}

// What is learned from must be what was played: the redrawn releases give the played tally.
TEST_CASE("past trials are the trials that were played", "[verify][same-bytes]") {
  std::vector<sim::Replicates> const looks{{0, 100}, {4096, 4096 + 5000}, {12288, 12288 + 17}};
  auto const [learning, held_out] =
      past_trials(toys::Response{1}, toys::zero_one, looks, 1'000'000, 5, sim::Generator::ars, {});
  CHECK(learning.per_arm == held_out.per_arm);
  Strategy const told{Bins{{}, {0.5}, {1, -1}}, 1, -1};  // 0 is D
  Game game{};
  for (auto const& look : looks) game += play(toys::Response{1}, toys::zero_one, told, {.seed = 5, .range = look});
  std::uint64_t zeros = 0;
  for (auto const& sample : {learning, held_out})
    for (auto const y : sample.d) zeros += y == 0;
  auto const dropped =
      game.trials_d - 2 * learning.per_arm;  // the larger arm is cut to the smaller, both to an even number
  CHECK(zeros <= game.right_d);
  CHECK(zeros + dropped >= game.right_d);
  CHECK(2 * learning.per_arm + 1 >= std::min(game.trials_d, game.tally.trials() - game.trials_d));
}

// Size under the worst stopping: the check itself stops at the first look at which the wealth is large. Each check of a
// mechanism that is tight at its claim refutes with probability at most 0.05; asserted by an exact binomial test at
// 1e-6. Tried by hand, and red: learning each round's strategy on the very trials that it certifies (376 of 1000
// refuted where there is nothing to see), and a Clopper-Pearson bound at every look (191 of 1000 at the boundary). As
// it is, some ten of 1000 are.
TEST_CASE("checks at the boundary keep their level", "[verify][statistical]") {
  CHECK(binomial_at_least(refutations(toys::Response{1}, against(1, 1'000), 1'000), 1'000, 0.05) > 1e-6);
  CHECK(binomial_at_least(refutations(toys::Noise{}, against(0, 1'000), 1'000), 1'000, 0.05) > 1e-6);
  CHECK(binomial_at_least(refutations(toys::RareLeak{0.2}, against(0, 1'000, 0.05, 0.2), 2'000), 2'000, 0.05) > 1e-6);
}

TEST_CASE("ten thousand checks at the boundary keep their level", "[verify][statistical][calibration]") {
  constexpr std::uint64_t audits = 10'000;
  for (auto const level : {0.05}) {
    CHECK(binomial_at_least(refutations(toys::Response{1}, against(1, 5'000, level), audits), audits, level) > 1e-6);
    CHECK(binomial_at_least(refutations(toys::Laplace{1}, against(1, 5'000, level), audits), audits, level) > 1e-6);
    CHECK(binomial_at_least(refutations(toys::Noise{}, against(0, 5'000, level), audits), audits, level) > 1e-6);
    CHECK(binomial_at_least(refutations(toys::RareLeak{0.2}, against(0, 5'000, level, 0.2), audits), audits, level) >
          1e-6);
  }
}

namespace {

CheckOptions against_mu(double mu, std::uint64_t budget, double level = 0.05) {
  CheckOptions options = against(0, budget, level, std::erf(mu / std::sqrt(8.0)));  // 2 Phi(mu / 2) - 1
  options.claimed_mu = mu;
  return options;
}

}  // namespace

// Level 1e-9, and then 500 checks at 0.05 (exact binomial test at 1e-6). Broken arms: a mu of 1 claimed to be 0.8; a
// leak of mass 0.05 under a claim that its total variation would satisfy.
TEST_CASE("a claim of mu-GDP is checked whole", "[verify][statistical]") {
  auto const spared = checked(toys::Gaussian{1}, against_mu(1, 300'000, 1e-9));
  CHECK(spared.end == Check::End::budget_spent);
  CHECK(spared.mu_lower_bound <= 1);
  auto const broken = checked(toys::Gaussian{1}, against_mu(0.8, 300'000, 1e-9));
  CHECK(broken.end == Check::End::refuted);
  CHECK(broken.mu_lower_bound > 0.8);
  CHECK(broken.mu_lower_bound <= 1);
  CHECK(checked(toys::RareLeak{0.05}, against_mu(0.5, 300'000, 1e-9)).end == Check::End::refuted);
  CHECK(binomial_at_least(refutations(toys::Gaussian{1}, against_mu(1, 2'000), 500), 500, 0.05) > 1e-6);
  CHECK(refutations(toys::Gaussian{1}, against_mu(0.5, 2'000), 100) > 95);
}

// The anytime bound is above the truth with probability at most the level, whatever claim it was after.
TEST_CASE("anytime bounds of refuted claims stay below the truth", "[verify][statistical]") {
  std::uint64_t above = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed)
    above += checked(toys::Response{1}, against(0.8, 10'000), seed).epsilon_lower_bound > 1;
  CHECK(binomial_at_least(above, 300, 0.05) > 1e-6);
}

TEST_CASE("the witness of a check is the last round that spoke, and its estimate is of all guesses", "[verify]") {
  auto const round = [](double say_d_from, sim::Tally const& tally) {
    Round made{{Bins{{}, {}, {0}}, say_d_from, -std::numeric_limits<double>::infinity()}};
    made.game.tally = tally;
    return made;
  };
  constexpr auto never = std::numeric_limits<double>::infinity();
  Check check;
  CHECK(check.witness() == nullptr);
  check.rounds = {round(never, {0, 0, 32}), round(never, {0, 0, 32})};
  CHECK(check.witness() == &check.rounds[1]);
  conclude(check, against(1, 10'000));
  CHECK(check.epsilon_estimate == 0);
  check.rounds = {round(never, {0, 0, 32}), round(0, {40, 10, 50}), round(0.5, {20, 10, 70}),
                  round(never, {0, 0, 900})};
  CHECK(check.witness() == &check.rounds[2]);
  conclude(check, against(1, 10'000));
  CHECK(check.epsilon_estimate == Catch::Approx(std::log(3)));
  auto at_delta = against(1, 10'000);
  at_delta.delta = 0.1;  // both rounds spend half of it, the silent ones nothing
  conclude(check, at_delta);
  CHECK(check.epsilon_estimate == Catch::Approx(std::log((60 - 0.05 * 200) / 20)));
  check.rounds = {round(0, {500, 500, 0}), round(0, {500, 1, 0})};  // a bound that lets the first round go
  conclude(check, against(1, 10'000));
  CHECK(check.epsilon_lower_bound > std::log(1000.0 / 501));
  CHECK(check.epsilon_estimate == check.epsilon_lower_bound);
}

TEST_CASE("a check ends when its bound is as near to its estimate as asked for", "[verify][statistical]") {
  auto options = against(1, 10'000'000);
  options.until_width = 0.1;
  std::uint64_t above = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    auto const result = checked(toys::Response{1}, options, seed);
    above += result.epsilon_lower_bound > 1;
    if (result.end == Check::End::refuted) continue;
    CHECK(result.end == Check::End::width_reached);
    CHECK(epsilon_estimate(result.tally(), 0) - result.epsilon_lower_bound <= 0.1);
    CHECK(result.trials() > 500);
    CHECK(result.trials() < 500'000);
  }
  CHECK(binomial_at_least(above, 100, 0.05) > 1e-6);
  CHECK(checked(toys::Noise{}, against(1, 10'000)).end == Check::End::budget_spent);
  options.until_width = -1;
  CHECK_THROWS_AS(checked(toys::Noise{}, options), std::invalid_argument);
}

// How soon: the median over 101 seeds, beside what an oracle needs on average, ln 20 over the divergence per trial.
TEST_CASE("gross violations stop after a hundred trials or so", "[verify][statistical]") {
  auto const median = [](mechanisms::AnyMechanism const& mechanism, CheckOptions const& options) {
    std::vector<std::uint64_t> trials;
    for (std::uint64_t seed = 1; seed <= 101; ++seed) trials.push_back(checked(mechanism, options, seed).trials());
    std::ranges::nth_element(trials, trials.begin() + 50);
    return trials[50];
  };
  CHECK(median(toys::Laplace{0.01}, against(0.1, 10'000)) <= 64);  // told apart at a glance
  CHECK(median(toys::SharedNoise{}, against(1, 10'000)) <= 96);
  CHECK(median(toys::Laplace{1}, against(0.5, 100'000)) <= 600);  // oracle: about 150
}

TEST_CASE("a check reads the last bits of ideal numbers when it is asked to", "[verify][statistical]") {
  auto options = against(1, 100'000, 1e-9);
  CHECK(checked(toys::Laplace{}, options).end == Check::End::budget_spent);
  options.low_bits = true;
  CHECK(checked(toys::Laplace{}, options).end == Check::End::refuted);
}

TEST_CASE("an interrupted check is what was seen until then", "[verify]") {
  std::atomic<bool> interrupted{false};
  auto options = against(1, 1'000'000);
  options.execution = {1, [&](std::uint64_t done, std::uint64_t) { interrupted = done >= 5'000; }, &interrupted};
  auto const result = check(toys::Laplace{1}, toys::zero_one, options);
  CHECK(result.end == Check::End::interrupted);
  CHECK(result.trials() >= 5'000);
  CHECK(result.trials() < 10'000);
  interrupted = true;
  options.execution.on_progress = nullptr;
  CHECK(check(toys::Laplace{1}, toys::zero_one, options).trials() == 0);
}

TEST_CASE("tiny budgets refute little and crash nothing", "[verify]") {
  for (auto const budget : {1u, 2u, 31u, 32u, 33u, 47u, 100u})
    CHECK(checked(toys::Laplace{1}, against(1, budget)).trials() == budget);
}

TEST_CASE("check refuses nonsense", "[verify]") {
  CHECK_THROWS_AS(checked(toys::Laplace{}, against(1, 0)), std::invalid_argument);
  CHECK_THROWS_AS(checked(toys::Laplace{}, against(-1, 100)), std::invalid_argument);
  CHECK_THROWS_AS(checked(toys::Laplace{}, against(1, 100, 0)), std::invalid_argument);
  CHECK_THROWS_AS(checked(toys::Laplace{}, against(1, 100, 0.05, 1)), std::invalid_argument);
}
