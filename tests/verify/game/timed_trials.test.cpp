#include "verify/game/timed_trials.hpp"

#include <atomic>
#include <limits>

#include "tests/support/catch.hpp"
#include "tests/verify/spy.hpp"
#include "tests/verify/stops_ahead.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/check.hpp"
#include "verify/measure.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// A fair coin that ignores its datum, and takes its time over a 1.
struct Ponders {
  int steps = 2'000;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::category}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(0.5), out.column(0));
    double volatile wasted = 0;
    for (int i = 0; i < (steps > 0 && d[0] == 1 ? steps : 0); ++i)
      wasted = wasted + 1;  // at 0 steps the datum is not even looked at
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{0}; }
};

/// A fair coin that never looks at its datum. (One that looked, and did nothing about it, would not do: the branch
/// alone is told by the clock in 40,000 trials.)
struct Steady {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::category}};
  }
  void release(mechanisms::Dataset const&, sim::Stream& stream, mechanisms::Batch out) const {
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(0.5), out.column(0));
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{0}; }
};

MeasureOptions timed(std::uint64_t budget, std::uint64_t seed = 1) {
  return {.level = 1e-9, .budget = budget, .seed = seed, .timing = true, .execution = {1, nullptr, nullptr}};
}

}  // namespace

TEST_CASE("timed trials: the coins and the releases are those of the seed, and time is the last column",
          "[verify][same-bytes]") {
  auto const draw = [](std::uint64_t seed) {
    return timed_trials(toys::Response{1}, toys::zero_one, seed, sim::Generator::ars, false, {0, 5'000}, nullptr);
  };
  auto const one = draw(7), again = draw(7), other = draw(8);
  CHECK(one.width == 2);
  CHECK(one.under_d() + one.under_d_prime() == 5'000);
  CHECK(one.d[0] == again.d[0]);
  CHECK(one.d_prime[0] == again.d_prime[0]);
  CHECK(one.d[0] != other.d[0]);
  for (auto const nanoseconds : one.d[1]) CHECK(nanoseconds >= 0);
  auto const [learning, held_out] = halves_of(one);
  CHECK(learning.per_arm == held_out.per_arm);
  CHECK(learning.per_arm == std::min(one.under_d(), one.under_d_prime()) / 2);
  CHECK(learning.releases_d()(0, 1) == one.d[1][0]);
  CHECK(held_out.releases_d()(0, 1) == one.d[1][held_out.per_arm]);
  auto const columns = with_durations(toys::Response{1}).columns({0});
  CHECK(columns.back().name == "nanoseconds");
}

TEST_CASE("timed trials to search on are none of those that certify", "[verify]") {
  toys::Spy const spy;
  for (auto const search : {true, false})
    timed_trials(spy, toys::zero_one, 7, sim::Generator::ars, search, {0, 5'000}, nullptr);
  CHECK(spy.seen->releases == 10'000);
  CHECK(spy.seen->every_word_is_new());
}

// What is played is what a strategy that reads no time says of the same releases: randomised response at 1, 50,000
// trials, 0.731 of them right. Level 1e-9.
TEST_CASE("a timed game is a game", "[verify][statistical]") {
  Strategy const told{Bins{{}, {0.5}, {1, -1}}, 1, -1};
  GameOptions const options{.seed = 3, .range = {0, 50'000}, .execution = {1, nullptr, nullptr}};
  auto const game = play_timed(toys::Response{1}, toys::zero_one, told, options);
  CHECK(game.tally.trials() == 50'000);
  CHECK(game == play_timed(toys::Response{1}, toys::zero_one, told, options));            // it read no duration
  CHECK(std::fabs(static_cast<double>(game.tally.right) / 50'000 - 0.7310586) < 0.0122);  // 6.1 standard deviations
}

// Twins at level 1e-9: a mechanism that takes some microseconds longer over a 1 claims 0 and is refuted, by time alone;
// one that never looks at its data is spared, whatever else this machine is busy with.
TEST_CASE("time is an output: it refutes what dawdles over its data, and spares what does not",
          "[verify][statistical]") {
  // A busy machine may slow down between search and game: then the threshold that was learned is none. One of three.
  auto const bound_now = [] { return measure(Ponders{2'000}, toys::zero_one, timed(40'000)).epsilon_lower_bound; };
  CHECK((bound_now() > 1 || bound_now() > 1 || bound_now() > 1));
  CHECK(measure(Steady{}, toys::zero_one, timed(40'000)).epsilon_lower_bound == 0);
  auto untimed = timed(40'000);
  untimed.timing = false;
  CHECK(measure(Ponders{2'000}, toys::zero_one, untimed).epsilon_lower_bound == 0);

  CheckOptions options{
      .claimed_epsilon = 0, .level = 1e-9, .budget = 40'000, .timing = true, .execution = {1, nullptr, nullptr}};
  auto const steady = check(Steady{}, toys::zero_one, options);
  auto const is_soon_refuted = [&] {
    auto const dawdles = check(Ponders{2'000}, toys::zero_one, options);
    return dawdles.end == Check::End::refuted && dawdles.trials() < 5'000;
  };
  CHECK((is_soon_refuted() || is_soon_refuted() || is_soon_refuted()));
  CHECK(steady.end == Check::End::budget_spent);
  CHECK(steady.trials() == 40'000);
}

// Level 0.05, 400 measurements of a mechanism that is 2-DP given its past in every release, and speaks until it is
// refuted: refutations of 2 are at most 5 % (an exact binomial test at 1e-6). The bound for a fixed number of guesses
// does refute it: that is why it is not used here.
TEST_CASE("a timed measurement keeps its level where a mechanism speaks only as long as it likes",
          "[verify][statistical]") {
  constexpr std::uint64_t audits = 400, budget = 1'000;
  std::uint64_t refuted = 0, at_fixed_length = 0, spoke = 0;
  for (std::uint64_t seed = 1; seed <= audits; ++seed) {
    auto const measured = measure(toys::StopsAhead{budget / 5}, toys::zero_one,
                                  {.budget = budget, .seed = seed, .timing = true, .execution = {1, nullptr, nullptr}});
    refuted += measured.epsilon_lower_bound > 2;
    at_fixed_length += epsilon_lower_bound(measured.tally, 0, 0.05) > 2;
    spoke += measured.tally.spoke() > 0;
  }
  CAPTURE(refuted, at_fixed_length, spoke);
  CHECK(binomial_at_least(refuted, audits, 0.05) > 1e-6);
  CHECK(binomial_at_least(at_fixed_length, audits, 0.05) < 1e-6);
  CHECK(spoke > audits * 9 / 10);
}

TEST_CASE("timed audits stop when asked, and read no density", "[verify]") {
  std::atomic<bool> const interrupted{true};
  auto options = timed(10'000);
  options.execution.interrupted = &interrupted;
  CHECK_THROWS_AS(measure(toys::Response{1}, toys::zero_one, options), sim::Interrupted);
  options = timed(10'000);
  options.white_box = true;
  CHECK_THROWS_WITH(measure(toys::Laplace{1}, toys::zero_one, options), Catch::Contains("timing: "));
  CHECK_FALSE(with_durations(toys::Laplace{1}).has_density());
  Strategy const biased{Bins{{}, {0.5}, {1, 0}}, 1, -std::numeric_limits<double>::infinity(), 7};
  CHECK_THROWS_WITH(play_timed(toys::Response{1}, toys::zero_one, biased, {.seed = 1, .range = {0, 10}}),
                    Catch::Contains("odds: 7"));
}
