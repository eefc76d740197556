#include "verify/measure.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <variant>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/claimed_divergences.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/game/game.hpp"
#include "verify/scores/rule.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

Measurement measured(mechanisms::AnyMechanism const& mechanism, std::uint64_t budget, double level = 1e-9,
                     double delta = 0, std::uint64_t seed = 1) {
  MeasureOptions options;
  options.budget = budget;
  options.level = level;
  options.delta = delta;
  options.seed = seed;
  return measure(mechanism, toys::zero_one, options);
}

double bound(mechanisms::AnyMechanism const& mechanism, std::uint64_t budget, double delta = 0) {
  return measured(mechanism, budget, 1e-9, delta).epsilon_lower_bound;
}

}  // namespace

TEST_CASE("a measurement tells how far it is while it searches, too", "[verify]") {
  MeasureOptions options;
  options.budget = 4'000'000;
  std::uint64_t searching = 0, last = 0;
  auto rises = true;
  options.execution.on_progress = [&](std::uint64_t done, std::uint64_t all) {
    rises = rises && last <= done && done <= all;
    searching += done < options.budget / 5;
    last = done;
  };
  auto const result = measure(toys::Laplace{1}, toys::zero_one, options);
  CHECK(searching > 0);
  CHECK(rises);
  CHECK(last == result.search_trials + result.certify_trials);
}

TEST_CASE("where nothing contradicts a quarter of a claimed rho, the strategy shows what there is", "[verify]") {
  MeasureOptions options;
  options.budget = 100'000;
  options.level = 1e-9;
  options.towards = implied_by_a_quarter({.rho = 10.0});
  CHECK(measure(toys::Response{1}, toys::zero_one, options).epsilon_lower_bound > 0.9);
  CHECK(measure(toys::Noise{}, toys::zero_one, options).epsilon_lower_bound == 0);
}

// Level 1e-9 an audit, so the sound arm is spared under any seed. The broken arm's bound misses its claim with
// probability below 1e-6 at these budgets (planner: 2e5 trials tell 1.1 from 1 at these levels; a million are spent).
TEST_CASE("measure spares the sound and refutes the broken, kind by kind", "[verify][statistical]") {
  SECTION("ratio: a scale of 0.9") {
    CHECK(bound(toys::Laplace{1}, 1'000'000) <= 1);
    CHECK(bound(toys::Laplace{0.9}, 1'000'000) > 1);
  }
  SECTION("a discrete ratio") {
    CHECK(bound(toys::Response{1}, 1'000'000) <= 1);
    CHECK(bound(toys::Response{1.1}, 1'000'000) > 1);
  }
  SECTION("nothing to see") { CHECK(bound(toys::Noise{}, 1'000'000) == 0); }
  SECTION("correlation: the difference of two coordinates is exact") { CHECK(bound(toys::SharedNoise{}, 100'000) > 5); }
  SECTION("NaN") { CHECK(bound(toys::NanLeak{}, 1'000'000) > 5); }
  SECTION("NaN beside a number that never repeats") { CHECK(bound(toys::RarelyNan{}, 1'000'000) > 2); }
  SECTION("delta mass: spent as claimed, and more than claimed") {
    CHECK(bound(toys::RareLeak{0.01}, 1'000'000, 0.01) == 0);
    CHECK(bound(toys::RareLeak{0.012}, 1'000'000, 0.01) > 2);
    CHECK(bound(toys::RareLeak{0.01}, 1'000'000, 0) > 4);
  }
  SECTION("spread over coordinates") {
    auto const sound = measured(toys::SpreadLaplace{8, 1}, 4'000'000);
    CHECK(sound.epsilon_lower_bound <= 1);
    CHECK(sound.epsilon_lower_bound > 0.55);
    CHECK(bound(toys::SpreadLaplace{8, 2.4}, 4'000'000) > 1);
  }
}

// A plan misses its width at most one time in twenty; at the boundary the level holds, whatever was planned: of 400
// measurements at 0.05 too many refute with probability 1e-6.
TEST_CASE("a width that is asked for is reached, at the stated level", "[verify][statistical]") {
  MeasureOptions options;
  options.budget = 20'000;
  options.until = WidthGoal{0.1, 10'000'000};
  std::uint64_t reached = 0, above = 0, trials = 0;
  for (options.seed = 1; options.seed <= 400; ++options.seed) {
    auto const result = measure(toys::Response{1}, toys::zero_one, options);
    reached += result.epsilon_estimate - result.epsilon_lower_bound <= 0.1;
    above += result.epsilon_lower_bound > 1;
    trials = std::max(trials, result.certify_trials);
    CHECK(result.tally.trials() == result.certify_trials);
  }
  CHECK(reached >= 380);
  CHECK(binomial_at_least(above, 400, 0.05) > 1e-6);
  CHECK(trials < 3'000);
  options.until->most = 21'000;
  options.until->width = 1e-6;
  CHECK(measure(toys::Response{1}, toys::zero_one, options).search_trials +
            measure(toys::Response{1}, toys::zero_one, options).certify_trials ==
        21'000);
  options.until->most = 19'999;
  CHECK_THROWS_AS(measure(toys::Response{1}, toys::zero_one, options), std::invalid_argument);
  options.until = WidthGoal{0, 1'000'000};
  CHECK_THROWS_AS(measure(toys::Response{1}, toys::zero_one, options), std::invalid_argument);
}

TEST_CASE("measure gives the same result for any number of threads, and replays", "[verify][same-bytes]") {
  MeasureOptions options;
  options.budget = 300'000;
  auto const run = [&](int threads) {
    options.execution.threads = threads;
    return measure(toys::Laplace{1}, toys::zero_one, options);
  };
  auto const one = run(1);
  CHECK(one.tally.trials() == one.certify_trials);
  CHECK(one.search_trials + one.certify_trials == 300'000);
  for (auto const threads : {2, 7}) {
    auto const other = run(threads);
    CHECK(other.tally == one.tally);
    CHECK(say_d(other.strategy) == say_d(one.strategy));
    CHECK(other.epsilon_lower_bound == one.epsilon_lower_bound);
  }
  auto const again =
      play(toys::Laplace{1}, toys::zero_one, one.strategy, {.seed = options.seed, .range = {0, one.certify_trials}});
  CHECK(again.tally == one.tally);
}

// One in four does here; 41 of 126 entries of the catalogue do at 1e5 trials.
TEST_CASE("of strategies that share the level the best is certified, at its share", "[verify][statistical]") {
  MeasureOptions options;
  options.budget = 100'000;
  int shared = 0, alone = 0;
  auto more = 0.0;
  for (options.seed = 1; options.seed <= 20; ++options.seed) {
    auto const result = measure(toys::RareOrCommon{}, toys::zero_one, options);
    CHECK(result.search_trials + result.certify_trials == options.budget);
    if (!result.strategies) {
      ++alone;
      CHECK(result.level_of_strategy() == options.level);
      continue;
    }
    ++shared;
    CHECK(result.level_of_strategy() == options.level / static_cast<double>(*result.strategies));
    CHECK(result.epsilon_lower_bound == epsilon_lower_bound(result.tally, 0, result.level_of_strategy()));
    CHECK(play(toys::RareOrCommon{}, toys::zero_one, result.strategy,
               {.seed = options.seed, .range = {0, result.certify_trials}})
              .tally == result.tally);
    more += result.epsilon_lower_bound;
  }
  CHECK(shared >= 2);
  CHECK(more / shared > 0.55);  // the common event alone certifies 0.42
  CHECK(shared + alone == 20);
  int of_one = 0;
  options.one_strategy = true;
  for (options.seed = 1; options.seed <= 20; ++options.seed)
    of_one += !measure(toys::RareOrCommon{}, toys::zero_one, options).strategies;
  CHECK(of_one == 20);
}

namespace {

/// Randomised response of epsilon = 1 that says its bit by the parity of a product, of which one sees a factor of
/// thirty bits: nothing but the density knows.
struct Hidden {
  static double bit_of(double y) {
    return static_cast<double>(__builtin_parityll(static_cast<std::uint64_t>(y) * 0x9e3779b97f4a7c15u));
  }

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::integer}};
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (auto& y : out.column(0)) {
      auto const said = static_cast<double>(stream.word() >> 11) * 0x1p-53 < 1 / (1 + std::exp(-1.0)) ? d[0] : 1 - d[0];
      do y = static_cast<double>(stream.word() >> 34);
      while (bit_of(y) != said);
    }
  }
  void log_density(mechanisms::Dataset const& d, mechanisms::ConstBatch y, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = bit_of(y(i, 0)) == d[0] ? 1 : 0;  // but for what both datasets share
  }
};

}  // namespace

// Level: 1e-6 under any seed. At this level the bound lies five standard errors of 0.006 below 1, and is below 0.93
// with probability under 1e-9.
TEST_CASE("a white-box audit reads the density and says so in its score", "[verify]") {
  MeasureOptions options;
  options.budget = 200'000;
  options.level = 1e-6;
  CHECK(measure(Hidden{}, toys::zero_one, options).epsilon_lower_bound <
        0.1);  // with probability 1 - 1e-6, as nothing is seen
  options.white_box = true;
  auto const result = measure(Hidden{}, toys::zero_one, options);
  CHECK(std::holds_alternative<Likelihood>(result.strategy.score));
  CHECK(result.epsilon_lower_bound > 0.93);
  CHECK(result.epsilon_lower_bound <= 1);
}

TEST_CASE("tiny budgets certify little and crash nothing", "[verify]") {
  for (auto const budget : {1u, 2u, 10u, 39u, 40u, 41u, 100u, 1000u}) {
    auto const result = measured(toys::Laplace{1}, budget, 0.05);
    CHECK(result.tally.trials() + result.search_trials == budget);
    CHECK(std::isfinite(result.epsilon_lower_bound));
  }
}

TEST_CASE("no audit of a broad leak is lost to a lucky tail", "[verify][statistical]") {
  // Of every forty audits of so many trials two had been: the luckiest of many rare events looked better than the broad
  // one, and 0.062 and 0.075 were certified. Of forty now the lowest bounds are 0.082, 0.084 and 0.089, the median
  // 0.0987.
  for (std::uint64_t const seed : {6, 27, 1, 2, 3}) {
    MeasureOptions options;
    options.budget = 20'000'000;
    options.level = 0.1;
    options.seed = seed;
    CHECK(measure(toys::Laplace{10}, toys::zero_one, options).epsilon_lower_bound > 0.08);
  }
}

namespace {

/// Laplace noise of epsilon = 1, but that once in so many releases of `whose` it says 40 instead; with whose = 0 of
/// neither dataset.
struct SaysForty {
  double whose = 1, often = 8e-4;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::real}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    std::vector<double> forty(out.releases());
    sim::fill_laplace(stream, d[0], 1, out.column(0));
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(d[0] == whose ? often : 0), forty);
    for (std::size_t i = 0; i < forty.size(); ++i)
      if (forty[i] == 1) out.column(0)[i] = 40;
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

// A broad event that leaks epsilon = 1 is soon known; the one that leaks far more shows in forty of a hundred thousand
// releases. Level 1e-6.
TEST_CASE("a rare leak beside a broad one is looked for on more trials", "[verify][statistical]") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    MeasureOptions const options{.level = 1e-6, .budget = 1'000'000, .seed = seed};
    auto const leaks = measure(SaysForty{}, toys::zero_one, options);
    CHECK(leaks.epsilon_lower_bound > 1.5);
    CHECK(leaks.search_trials == 200'000);
    auto const sound = measure(SaysForty{.whose = 2}, toys::zero_one, options);
    CHECK(sound.epsilon_lower_bound <= 1);
    CHECK(sound.epsilon_lower_bound > 0.95);
  }
}

TEST_CASE("what is impossible under one dataset is certified with a biased coin, unless that is not wanted",
          "[verify][statistical]") {
  MeasureOptions options;
  options.budget = 1'000'000;
  auto const biased = measure(toys::RareLeak{0.01}, toys::zero_one, options);
  options.fair_coin = true;
  auto const fair = measure(toys::RareLeak{0.01}, toys::zero_one, options);
  CHECK(fair.tally.coin_odds == 1);
  CHECK(biased.tally.coin_odds > 1);
  CHECK(biased.strategy.coin_odds == biased.tally.coin_odds);
  CHECK(biased.epsilon_lower_bound > fair.epsilon_lower_bound + 0.2);
  CHECK(biased.probability_d_prime == Catch::Approx(0.01).epsilon(0.1));
  // A coin chosen on the search trials does not make a sound mechanism look broken: delta is what it may be.
  CHECK(bound(toys::RareLeak{0.01}, 1'000'000, 0.01) == 0);
  auto const at_delta = measured(toys::RareLeak{0.02}, 1'000'000, 1e-9, 0.01);
  CHECK(at_delta.tally.coin_odds > 1);
  CHECK(at_delta.epsilon_lower_bound > 3);
}

TEST_CASE("a search that may take as many trials as certify finds the best cuts", "[verify][statistical]") {
  for (std::uint64_t const seed : {1, 2, 3}) {
    MeasureOptions options;
    options.budget = 40'000'000;
    options.search = 20'000'000;
    options.level = 0.1;
    options.seed = seed;
    auto const result = measure(toys::Laplace{10}, toys::zero_one, options);
    CHECK(result.search_trials >= options.search - 16);
    CHECK(result.epsilon_lower_bound > 0.098);  // 0.0994 with the best cuts of all
  }
}

TEST_CASE("what was meant to search does search", "[verify]") {
  for (auto const search : {150'000u, 200'000u, 300'000u, 500'000u}) {
    MeasureOptions options{.budget = 1'000'000, .search = search};
    auto const result = measure(toys::Laplace{1}, toys::zero_one, options);
    CHECK(result.search_trials + sim::block_size >= search);
    CHECK(result.tally.trials() == options.budget - search);
  }
}

TEST_CASE("measure refuses nonsense", "[verify]") {
  CHECK_THROWS_AS(measured(toys::Laplace{}, 0), std::invalid_argument);
  CHECK_THROWS_AS(measured(toys::Laplace{}, 100, 0), std::invalid_argument);
  CHECK_THROWS_AS(measured(toys::Laplace{}, 100, 0.05, -1), std::invalid_argument);
}

// Size. 10,000 independent audits of a mechanism that is tight at its claim, level 0.05: the number of false
// refutations is Binomial with success probability at most 0.05. Asserted at 1e-6; and not far under, or trials are
// wasted (a bound from two Clopper-Pearson arms refutes about 0.3 % of the time).
TEST_CASE("10,000 audits at the boundary: the size is the level", "[verify][statistical]") {
  constexpr std::uint64_t audits = 10'000;
  std::uint64_t refuted = 0;
  for (std::uint64_t seed = 1; seed <= audits; ++seed) {
    MeasureOptions options;
    options.budget = 10'000;
    options.seed = seed;
    options.execution.threads = 1;
    refuted += measure(toys::Response{1}, toys::zero_one, options).epsilon_lower_bound > 1;
  }
  CAPTURE(refuted);
  CHECK(binomial_at_least(refuted, audits, 0.05) > 1e-6);
  CHECK(binomial_at_most(refuted, audits, 0.04) > 1e-6);
}

// The same at delta > 0 for a white box whose likelihood ratio is infinite on the leak: each audit exceeds with
// probability at most 0.05. (An infinite score must not be taken for "never speaks": it once was, and 7 audits of 10
// exceeded.)
TEST_CASE("white-box audits of a leak of exactly delta keep their level", "[verify][statistical]") {
  constexpr std::uint64_t audits = 1'000;
  for (auto const delta : {0.2, 0.02}) {
    std::uint64_t exceeded = 0;
    for (std::uint64_t seed = 1; seed <= audits; ++seed) {
      MeasureOptions options;
      options.budget = 20'000;
      options.seed = seed;
      options.delta = delta;
      options.white_box = true;
      options.execution.threads = 1;
      exceeded += measure(toys::InterleavedLeak{delta}, toys::zero_one, options).epsilon_lower_bound > 0;
    }
    CAPTURE(delta, exceeded);
    CHECK(binomial_at_least(exceeded, audits, 0.05) > 1e-6);
  }
}

// A mechanism that ignores its data: whatever the search found in it is an accident, and must not show in the
// certifying trials. (With both drawn from the same streams, more than 5 % of these audits exceed 0.)
TEST_CASE("what a search finds in noise does not certify", "[verify][statistical]") {
  constexpr std::uint64_t audits = 2'000;
  std::uint64_t exceeded = 0;
  for (std::uint64_t seed = 1; seed <= audits; ++seed) {
    MeasureOptions options;
    options.budget = 10'000;
    options.seed = seed;
    options.execution.threads = 1;
    exceeded += measure(toys::Noise{}, toys::zero_one, options).epsilon_lower_bound > 0;
  }
  CAPTURE(exceeded);
  CHECK(binomial_at_least(exceeded, audits, 0.05) > 1e-6);
  CHECK(exceeded > 0);
}

TEST_CASE(
    "what is certified is the bound of the tally at the level asked for, with the delta that its strategy can spend",
    "[verify]") {
  for (auto const delta : {0.0, 0.01}) {
    auto const result = measured(toys::Laplace{1}, 50'000, 0.05, delta);
    CHECK(result.epsilon_lower_bound > 0.5);
    CHECK(result.epsilon_lower_bound == epsilon_lower_bound(result.tally, result.strategy.share_of(delta), 0.05));
  }
}

// An identity, but for one release in e^40: against any claim that there may be.
TEST_CASE("a timed measurement at delta lays its bets against what is claimed", "[verify]") {
  MeasureOptions options{.delta = 1e-9, .budget = 200'000, .claimed_epsilon = 9, .timing = true};
  auto const measured = measure(toys::Response{40}, toys::zero_one, options);
  CHECK(measured.epsilon_lower_bound > 9);
  options.claimed_epsilon = 700;
  CHECK_THROWS_WITH(measure(toys::Response{40}, toys::zero_one, options),
                    Catch::Contains("no timed audit refutes more"));
}
