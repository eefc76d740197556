#include "verify/wealth/nested_bets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sim/normal.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/check.hpp"
#include "verify/game/nested_trials.hpp"
#include "verify/learn/learned_bets.hpp"
#include "verify/wealth/rounds.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// The value is -y: D is 0, which lies below.
NestedBets const two{{}, true, {{-0.5, -0.5, 0.2, 0.2}, {0.5, -1.5, 0.9, 0.15}}};

Sample seen(double shift, std::uint64_t n) {
  return draw_sample(toys::Gaussian{shift}, toys::zero_one, {0, n}, 1, sim::Generator::ars, {1, nullptr, nullptr});
}

/// ln of the mean wealth of two nested bets over n releases of N(0, 1) against N(mu, 1), all tallies added up.
double mean_wealth(double shift, double mu, std::uint64_t n) {
  auto const at_least = [&](double t) { return sim::normal_cdf(-t); };
  double const right[]{at_least(0.5 - shift), at_least(1.5 - shift)},
      wrong[]{at_least(0.5), at_least(1.5)};  // D' said of N(shift, 1) and of N(0, 1)
  double const right_d[]{sim::normal_cdf(0.5), sim::normal_cdf(-0.5)},
      wrong_d[]{sim::normal_cdf(0.5 - shift), sim::normal_cdf(-0.5 - shift)};
  double const r1 = (right[1] + right_d[1]) / 2, r0 = (right[0] + right_d[0]) / 2 - r1,
               w1 = (wrong[1] + wrong_d[1]) / 2, w0 = (wrong[0] + wrong_d[0]) / 2 - w1;
  double mean = 0;
  auto const log_term = [](std::uint64_t k, double p) {
    return static_cast<double>(k) * std::log(p) - std::lgamma(static_cast<double>(k) + 1);
  };
  for (std::uint64_t a = 0; a <= n; ++a)
    for (std::uint64_t b = 0; a + b <= n; ++b)
      for (std::uint64_t c = 0; a + b + c <= n; ++c) {
        auto const d = n - a - b - c;
        NestedRound const round{two, {{a, b}, {c, d}, 0}};  // the first bet speaks always
        mean += std::exp(std::lgamma(static_cast<double>(n) + 1) + log_term(a, r0) + log_term(b, r1) + log_term(c, w0) +
                         log_term(d, w1) + log_nested_wealth({&round, 1}, gaussian_profile(mu)));
      }
  return std::log(mean);
}

}  // namespace

// Exact: for mu-GDP pairs the mean is at most one, whatever the bets; the pair at the boundary touches both lines
// where they are tangent, and no bet on it can gain. Against a larger mu the same bets gain.
TEST_CASE("nested bets have mean wealth at most one under the claim", "[verify]") {
  for (auto const shift : {0.2, 0.8})
    for (auto const n : {1u, 5u, 25u}) CHECK(mean_wealth(shift, 0.8, n) <= 1e-11);
  CHECK(mean_wealth(1.2, 0.8, 25) > 0.1);
}

TEST_CASE("the wealth of nested bets falls in mu, and a stake too large is lost", "[verify]") {
  std::vector<NestedRound> const rounds{{two, {{100, 50}, {60, 5}, 0}}, {two, {{300, 250}, {100, 15}, 0}}};
  double last = 1e300;
  for (double mu = 0; mu < 4; mu += 0.05) {
    auto const now = log_nested_wealth(rounds, gaussian_profile(mu));
    CHECK(now <= last + 1e-9);
    last = now;
  }
  CHECK(log_nested_wealth({}, gaussian_profile(1)) == Catch::Approx(0).margin(1e-9));
  NestedRound const idle{};
  CHECK(log_nested_wealth({&idle, 1}, gaussian_profile(1)) == Catch::Approx(0).margin(1e-9));
  auto greedy = two;
  for (auto& bet : greedy.bets) bet.stake = 5;
  NestedRound const lost{greedy, {{10, 10}, {0, 0}, 0}};
  CHECK(log_nested_wealth({&lost, 1}, gaussian_profile(0.8)) ==
        Catch::Approx(std::log(0.5)));  // what is left has not begun to bet
}

TEST_CASE("a share of the stakes that could lose more than everything is lost, though it never did", "[verify]") {
  NestedBets const greedy{{}, false, {{0, 0, 0, 1.5}}};
  Profile const nothing{[](double) { return 0.0; }, {}, 0};
  NestedRound const lucky{greedy, {{3}, {0}, 0}};
  auto const of_others =
      0.3 * std::pow(1.75, 3) + 0.2 * std::pow(1.375, 3) + 0.1 * std::pow(1.1875, 3);  // the whole stakes have 0.4
  CHECK(log_nested_wealth({&lucky, 1}, nothing) == Catch::Approx(std::log(0.5 + 0.5 * of_others)).epsilon(1e-9));
}

TEST_CASE("nested bets are counted on the trials that the game is played on, whatever the threads",
          "[verify][same-bytes]") {
  GameOptions options{.seed = 9, .range = {4096, 4096 + 20'000}, .execution = {1, nullptr, nullptr}};
  auto const one = play_nested_bets(toys::Gaussian{1}, toys::zero_one, two, options);
  options.execution.threads = 3;
  CHECK(play_nested_bets(toys::Gaussian{1}, toys::zero_one, two, options) == one);
  Strategy const halves{Bins{{}, {0.5}, {1, -1}}, 1, -1}, far{Bins{{}, {-0.5, 1.5}, {1, 0, -1}}, 1, -1};
  auto const near = play(toys::Gaussian{1}, toys::zero_one, halves, options).tally,
             outer = play(toys::Gaussian{1}, toys::zero_one, far, options).tally;
  CHECK(one.right[0] + one.right[1] == near.right);
  CHECK(one.wrong[0] + one.wrong[1] == near.wrong);
  CHECK(one.right[1] == outer.right);
  CHECK(one.wrong[1] == outer.wrong);
  CHECK(one.abstained == 0);
}

TEST_CASE("nested bets are learned where there is something to gain, in its direction", "[verify]") {
  Sample const much[]{seen(1, 4'000)}, nothing[]{seen(0, 4'000)};
  auto const learned = learn_nested_bets(much, toys::Gaussian{1}, toys::zero_one, gaussian_profile(0.5));
  CHECK(learned.negative);  // D is 0, below 1
  REQUIRE(learned.bets.size() >= 3);
  for (std::size_t l = 1; l < learned.bets.size(); ++l) {
    CHECK(learned.bets[l].d_from >= learned.bets[l - 1].d_from);
    CHECK(learned.bets[l].d_prime_to <= learned.bets[l - 1].d_prime_to);
    CHECK(learned.bets[l].epsilon >= learned.bets[l - 1].epsilon);
  }
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  for (auto const mostly : {infinity, -infinity}) {  // under either dataset
    auto infinite = seen(4, 4'000);
    for (auto* const arm : {&infinite.d, &infinite.d_prime})
      for (std::size_t i = 0; i < arm->size(); ++i)
        if (i % 10 < 6) (*arm)[i] = mostly;
    for (auto const& bet :
         learn_nested_bets({&infinite, 1}, toys::Gaussian{4}, toys::zero_one, gaussian_profile(0.1)).bets)
      CHECK(bet.d_prime_to < bet.d_from);
  }
  double staked = 0;
  for (auto const& bet : learn_nested_bets(nothing, toys::Gaussian{0}, toys::zero_one, gaussian_profile(0.5)).bets)
    staked += bet.stake;
  CHECK(staked < 0.01);
  CHECK(learn_nested_bets({}, toys::Gaussian{1}, toys::zero_one, gaussian_profile(0.5)).bets.empty());
}

// How soon: of 400 checks of a Gaussian pair of mu = 1 half ended within 364 and 3070 releases with one threshold, a
// share of 0.835 and 0.945 (0.778 and 0.91 at least, at 1e-3) with nested bets. So a sound program fails under one seed
// in 1e6, and one threshold alone passes with probability below 1e-11.
TEST_CASE("nested bets refute a Gaussian claim in about half of the trials", "[verify][statistical]") {
  auto const ended_within = [](double mu, std::uint64_t most) {
    int ended = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed)
      ended += check(toys::Gaussian{1}, toys::zero_one,
                     {.delta = std::erf(mu / std::sqrt(8.0)),
                      .claimed_mu = mu,
                      .budget = most + 1,
                      .seed = seed,
                      .execution = {1, nullptr, nullptr}})
                   .trials() <= most;
    return ended;
  };
  CHECK(ended_within(0.5, 364) >= 271);
  CHECK(ended_within(0.8, 3070) >= 337);
}
