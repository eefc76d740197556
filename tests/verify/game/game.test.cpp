#include "verify/game/game.hpp"

#include <cmath>
#include <limits>

#include "sim/reduction.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// Say D below 0, D' from 1 on.
Strategy const cuts{Bins{{}, {0, 1}, {1, 0, -1}}, 1, -1};

Game play_laplace(sim::Replicates const& range, int threads) {
  return play(toys::Laplace{1}, toys::zero_one, cuts,
              {.seed = 7, .range = range, .execution = {threads, nullptr, nullptr}});
}

}  // namespace

TEST_CASE("a game is the same for any number of threads, and ranges add up", "[verify][same-bytes]") {
  auto const whole = play_laplace({0, 1'000'003}, 1);
  for (auto const threads : {2, 3, 7}) CHECK(play_laplace({0, 1'000'003}, threads) == whole);
  auto const cut = 100 * sim::block_size;
  CHECK(play_laplace({0, cut}, 2).tally + play_laplace({cut, 1'000'003}, 3).tally == whole.tally);
  CHECK(whole.tally.trials() == 1'000'003);
}

TEST_CASE("games reach to the last trial that has a number, and have draws of their own there", "[verify]") {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  constexpr auto first = most - 40 * sim::block_size + 1, cut = first + 17 * sim::block_size;
  auto const end = play_laplace({first, most}, 2);
  CHECK(end.tally.trials() == 40 * sim::block_size - 1);
  CHECK(play_laplace({first, cut}, 1).tally + play_laplace({cut, most}, 1).tally == end.tally);
  CHECK(end.tally.right != play_laplace({0, 40 * sim::block_size - 1}, 1).tally.right);
  auto sum = end;
  sum.tally.right = most - 1;
  sum.tally.wrong = sum.tally.abstained = 0;
  CHECK_THROWS_AS(sum += end, std::invalid_argument);
}

namespace {

/// Has all pieces of a game.
struct Kept final : sim::Keeper {
  explicit Kept(sim::Sums sums) : sums{std::move(sums)} {}
  sim::Sums sums;
  sim::Replicates share_of(sim::Replicates const& range) const override { return range; }
  std::vector<sim::Piece> begin(sim::Reduction const& reduction) override { return {{reduction.range, sums}}; }
  void keep(sim::Reduction const&, sim::Piece const&) override {}
  std::optional<std::string> text(std::string const&) override { return std::nullopt; }
  void keep_text(std::string const&, std::string const&) override {}
};

Game played_from(sim::Sums const& sums, std::uint64_t trials) {
  Kept keeper{sums};
  return play(toys::Laplace{1}, toys::zero_one, cuts,
              {.range = {0, trials}, .execution = {1, nullptr, nullptr, &keeper}, .name = "a game"});
}

}  // namespace

TEST_CASE("sums that were kept, and contradict each other, are refused, also where they wrap to what they should be",
          "[verify]") {
  constexpr auto half = std::uint64_t{1} << 63;
  CHECK(played_from({30, 20, 50, 40, 10, 20}, 100).tally == sim::Tally{30, 20, 50});
  CHECK(played_from({half, half - 1, 0, half, half, 0}, 2 * half - 1).tally.trials() == 2 * half - 1);
  for (sim::Sums const& wrong :
       {sim::Sums{30, 20, 51, 40, 10, 20}, {30, 20, 50, 101, 10, 20}, {30, 20, 50, 40, 10, 21}})
    CHECK_THROWS_AS(played_from(wrong, 100), std::invalid_argument);
  CHECK_THROWS_AS(played_from({half, half, 100, 40, 0, half}, 100), std::invalid_argument);
  CHECK_THROWS_AS(played_from({30, 20, 50, 40, half + 30, half}, 100), std::invalid_argument);
}

namespace {

/// The Laplace toy, with the fast path of mechanisms that can be counted from their words.
struct CountedLaplace : toys::Laplace {
  std::optional<sim::WordCounter> counter(mechanisms::Dataset const& d, std::span<double const> edges) const {
    return sim::laplace_counter(d[0], scale, edges);
  }
};

}  // namespace

TEST_CASE("counting from the words gives the tally of drawing and comparing", "[verify][same-bytes]") {
  mechanisms::AnyMechanism const counted = CountedLaplace{{1}};
  REQUIRE(counted.counter({0}, std::get<Bins>(cuts.score).edges));
  CHECK(play(counted, toys::zero_one, cuts, {.seed = 7, .range = {0, 1'000'003}}) == play_laplace({0, 1'000'003}, 2));
}

// Level 1e-9 a side. The rates of the game are (P(A) + Q(B)) / 2 and (P(B) + Q(A)) / 2 exactly.
TEST_CASE("the game's rates are those of the law, and not those of swapped arms", "[verify][statistical]") {
  auto const tally = play_laplace({0, 4'000'000}, 2).tally;
  auto const right = 0.5, wrong = 0.5 * std::exp(-1.0);
  auto const within = [&](std::uint64_t count, double rate) {
    auto const n = static_cast<double>(tally.trials());
    return std::fabs(static_cast<double>(count) - n * rate) < 6.1 * std::sqrt(n * rate * (1 - rate));
  };
  CHECK(within(tally.right, right));
  CHECK(within(tally.wrong, wrong));
  CHECK_FALSE(within(tally.right, wrong));
  CHECK_FALSE(within(tally.wrong, right));
}

TEST_CASE("the coin is fair, of its own stream, and no function of the releases", "[verify][statistical]") {
  auto const a = play(toys::Noise{}, toys::zero_one, cuts, {.seed = 7, .range = {0, 4'000'000}});
  auto const n = 4'000'000.0;
  CHECK(std::fabs(static_cast<double>(a.trials_d) - n / 2) < 6.1 * std::sqrt(n) / 2);
  CHECK(a.trials_d == play_laplace({0, 4'000'000}, 2).trials_d);
  auto const other_seed = play(toys::Noise{}, toys::zero_one, cuts, {.seed = 8, .range = {0, 4'000'000}});
  CHECK(a.trials_d != other_seed.trials_d);
}

TEST_CASE("a strategy that never speaks abstains; one direction alone counts half of the deltas", "[verify]") {
  Strategy const silent{Bins{{}, {}, {0}}, infinity, -infinity};
  CHECK(silent.directions() == 0);
  auto const tally = play(toys::Laplace{}, toys::zero_one, silent, {.seed = 1, .range = {0, 10'000}}).tally;
  CHECK(tally == sim::Tally{0, 0, 10'000});
  Strategy const one_sided{Bins{{}, {0}, {1, 0}}, 1, -infinity};
  CHECK(one_sided.share_of(0.25) == 0.125);
  CHECK(cuts.share_of(0.25) == 0.25);
}

TEST_CASE("an interrupted game certifies nothing: it throws", "[verify]") {
  std::atomic<bool> const interrupted{true};
  CHECK_THROWS_AS(play(toys::Laplace{}, toys::zero_one, cuts,
                       {.seed = 1, .range = {0, 1'000'000}, .execution = {1, nullptr, &interrupted}}),
                  sim::Interrupted);
}

namespace {

/// Laplace(1) of 0 below 0 is e times as likely as of 1: what a strategy that never says D' makes of it, or its mirror
/// image, with a coin of these odds.
Game one_sided(bool says_d, std::uint64_t odds, std::uint64_t trials, std::uint64_t seed = 7) {
  auto const strategy = says_d ? Strategy{Bins{{}, {0}, {1, 0}}, 1, -infinity, odds}
                               : Strategy{Bins{{}, {1}, {0, -1}}, infinity, -1, odds};
  return play(toys::Laplace{1}, toys::zero_one, strategy,
              {.seed = seed, .range = {0, trials}, .execution = {1, nullptr, nullptr}});
}

}  // namespace

// Level 1e-9 a side.
TEST_CASE("a biased coin falls rarely to the dataset that the strategy names", "[verify][statistical]") {
  auto const n = 4'000'000.0;
  auto const within = [&](std::uint64_t count, double rate) {
    return std::fabs(static_cast<double>(count) - n * rate) < 6.1 * std::sqrt(n * rate * (1 - rate));
  };
  for (auto const says_d : {true, false})
    for (auto const odds : {1u, 3u, 7u, 15u}) {
      CAPTURE(says_d, odds);
      auto const game = one_sided(says_d, odds, 4'000'000);
      auto const rare = 1.0 / (1 + odds);
      CHECK(within(game.trials_d, says_d ? rare : 1 - rare));
      CHECK(within(game.tally.right, 0.5 * rare));
      CHECK(within(game.tally.wrong, 0.5 * std::exp(-1.0) * (1 - rare)));
      CHECK(game.tally.coin_odds == odds);
      CHECK(epsilon_estimate(game.tally, 0) == Catch::Approx(1).margin(0.02));
    }
}

// At the exact epsilon: each bound is above it with probability `level`. An interval of level 1e-9 around that; with
// odds one too small or too large (7 for 8, say) every audit is above, or none.
TEST_CASE("bounds from a biased coin are exceeded as often as their level says", "[verify][statistical]") {
  constexpr int audits = 4'000;
  constexpr double level = 0.05;
  for (auto const says_d : {true, false}) {
    int above = 0;
    for (std::uint64_t seed = 1; seed <= audits; ++seed)
      above += epsilon_lower_bound(one_sided(says_d, 7, 20'000, seed).tally, 0, level) > 1;
    CHECK(above < audits * level + 6.1 * std::sqrt(audits * level * (1 - level)));
    CHECK(above > audits * level / 2);
  }
}

// (0, 0.01)-DP, tight: what is spent is an eighth of delta, whichever dataset the strategy names. Level 1e-6 each; the
// broken arm leaks twice as much.
TEST_CASE("with a biased coin a leak of delta is spared, and one of twice delta is not", "[verify][statistical]") {
  constexpr double delta = 0.01;
  for (auto const says_d : {true, false}) {
    auto const strategy = says_d ? Strategy{Bins{{}, {0.5}, {0, 1}}, 1, -infinity, 7}
                                 : Strategy{Bins{{}, {0.5}, {0, -1}}, infinity, -1, 7};
    mechanisms::Pair const pair{{says_d ? 1.0 : 0.0}, {says_d ? 0.0 : 1.0}, mechanisms::Relation::substitute, {}};
    auto const bound = [&](double leak) {
      auto const tally = play(toys::RareLeak{leak}, pair, strategy,
                              {.seed = 3, .range = {0, 2'000'000}, .execution = {1, nullptr, nullptr}})
                             .tally;
      return epsilon_lower_bound(tally, strategy.share_of(delta), 1e-6);
    };
    CHECK(bound(delta) == 0);
    CHECK(bound(2 * delta) > 3);
  }
}

TEST_CASE("several strategies on the same trials play as each does alone", "[verify][same-bytes]") {
  Additive const sum{{{{}, {-1, 0, 1, 2}, {1, 0.5, 0, -0.5, -1}}}};
  std::vector<Strategy> const strategies{cuts,
                                         {sum, 0.5, -0.5},
                                         {Bins{{}, {3}, {0, -1}}, infinity, -1},
                                         {sum, 1, -infinity},
                                         {sum, 1, -infinity, 7},
                                         {Bins{{}, {0}, {1, 0}}, 1, -infinity, 7},
                                         {sum, infinity, -1, 3},
                                         {sum, 0.5, -1}};
  for (auto const threads : {1, 3}) {
    GameOptions const options{.seed = 7, .range = {0, 1'000'003}, .execution = {threads, nullptr, nullptr}};
    auto const games = play(toys::Laplace{1}, toys::zero_one, strategies, options);
    REQUIRE(games.size() == strategies.size());
    for (std::size_t k = 0; k < games.size(); ++k) {
      CAPTURE(k);
      CHECK(games[k] == play(toys::Laplace{1}, toys::zero_one, strategies[k], options));
      CHECK(games[k].tally.spoke() > 0);
    }
  }
}

TEST_CASE("a coin's odds are those of throws, and of one direction", "[verify]") {
  CHECK_THROWS_AS(one_sided(true, 2, 10), std::invalid_argument);
  CHECK_THROWS_AS(one_sided(true, 0, 10), std::invalid_argument);
  CHECK_THROWS_AS(one_sided(true, 31, 10), std::invalid_argument);
  CHECK(one_sided(false, 15, 10).tally.trials() == 10);
  auto two = cuts;
  two.coin_odds = 3;
  CHECK_THROWS_AS(play(toys::Laplace{1}, toys::zero_one, two, {.seed = 7, .range = {0, 10}}), std::invalid_argument);
  CHECK_THROWS_AS((sim::Tally{1, 0, 0, 1} + sim::Tally{1, 0, 0, 3}), std::invalid_argument);
  CHECK(sim::Tally{} + sim::Tally{1, 0, 0, 3} + sim::Tally{} == sim::Tally{1, 0, 0, 3});
}

TEST_CASE("a strategy with a biased coin spends less of delta", "[verify]") {
  Strategy const one_sided{Bins{{}, {0}, {1, 0}}, 1, -infinity, 7};
  CHECK(one_sided.share_of(0.25) == 0.25 / 8);
}
