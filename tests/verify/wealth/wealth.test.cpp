#include "verify/wealth/wealth.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "sim/normal.hpp"
#include "tests/support/catch.hpp"
#include "verify/wealth/rounds.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

double log_binomial_mass(std::uint64_t k, std::uint64_t n, double p) {
  auto const x = static_cast<double>(k), m = static_cast<double>(n);
  return std::lgamma(m + 1) - std::lgamma(x + 1) - std::lgamma(m - x + 1) + x * std::log(p) + (m - x) * std::log1p(-p);
}

/// ln(p^k / k!): what one outcome contributes to a multinomial mass.
double log_mass_of(std::uint64_t k, double p) {
  return static_cast<double>(k) * std::log(p) - std::lgamma(static_cast<double>(k) + 1);
}

double pi_of(double epsilon) { return 1 / (1 + std::exp(-epsilon)); }

}  // namespace

// By mpmath with 60 digits: the hypergeometric form of the incomplete beta function, or, at large counts, quadrature
// about the mode.
TEST_CASE("the wealth of one prior agrees with 60-digit arithmetic, up to counts of 1e12", "[verify]") {
  struct Case {
    double right, wrong, epsilon, b, log_wealth;
  };
  for (auto const& [right, wrong, epsilon, b, expected] :
       {Case{7, 0, 0.1, 1, 3.1699455509136843}, Case{0, 5, 1, 1, -1.791759469228055},
        Case{100, 50, 0.5, 1, -0.88189521309281505}, Case{100, 50, 0.5, 4, 0.086161700886393824},
        Case{100, 50, 1, 16, -0.65187447721665304}, Case{731, 269, 1, 1, -2.7497380668456092},
        Case{731, 269, 0.8, 64, 1.161891102657408}, Case{1e6, 1e6, 0.001, 1, -7.513049231412607},
        Case{500500, 499500, 0, 1024, 0.23074951248614464}, Case{500500, 499500, 0.002, 1024, -0.41016492155934663},
        Case{731058578630, 268941421370, 1, 1048576, -0.21119128141124895},
        Case{731058578630, 268941421370, 1.1, 1, -23.965590967900749}, Case{1e9, 3, 5, 1, 6715287.414675574},
        Case{30, 0, 20, 1, 3.091730447464988e-8}, Case{1000, 900, 3, 4, -5.3639576596564484},
        Case{1000008000000, 999992000000, 0, 65536, 61.324000887255719},
        Case{1000008000000, 999992000000, 1e-6, 16777216, 1.922812001925857},
        Case{1e12, 999994000000, 0, 1073741824, 0.0056018520984161385}}) {
    CAPTURE(right, wrong, epsilon, b);
    CHECK(std::fabs(log_beta_wealth(right, wrong, epsilon, b) - expected) <
          (right > 1e10 ? 1e-6 : 1e-9) + 1e-13 * std::fabs(expected));
  }
}

// E[wealth] = 1 at the boundary, at every number of trials: exact sums over all tallies, no simulation. Rounded down,
// it is just below.
TEST_CASE("at its claim the wealth has mean one", "[verify]") {
  for (auto const epsilon : {0.0, 0.3, 2.0})
    for (auto const n : {1u, 10u, 300u}) {
      double mean = 0;
      for (std::uint64_t right = 0; right <= n; ++right)
        mean +=
            std::exp(log_binomial_mass(right, n, pi_of(epsilon)) + log_mixture_wealth({right, n - right, 0}, epsilon));
      CAPTURE(epsilon, n);
      CHECK(mean <= 1 + 1e-11);
      CHECK(mean > 1 - 1e-6);
    }
}

// Ville's inequality, exactly: the chance that a coin at the boundary ever brings the wealth to 1 / level in 2000
// trials, watched after each, by dynamic programming over the number of right guesses. A bound meant for one look would
// exceed the level many times over.
TEST_CASE("watched after each of 2000 trials, the wealth reaches 1 / level with probability at most level",
          "[verify]") {
  for (auto const level : {0.05, 0.001}) {
    auto const p = pi_of(1);
    double stopped = 0, at_one_look = 0;
    std::vector<double> alive{1}, unwatched{1};  // by the number of right guesses
    std::uint64_t needed = 0;
    for (std::uint64_t n = 1; n <= 2000; ++n) {
      auto const step = [&](std::vector<double>& law) {
        law.push_back(0);
        for (auto r = law.size(); r-- > 1;) law[r] = law[r] * (1 - p) + law[r - 1] * p;
        law[0] *= 1 - p;
      };
      step(alive);
      step(unwatched);
      while (needed <= n && log_mixture_wealth({needed, n - needed, 0}, 1) < -std::log(level))
        ++needed;  // it grows with n
      at_one_look = 0;
      for (auto r = needed; r <= n; ++r) {
        stopped += alive[r];
        alive[r] = 0;
        at_one_look += unwatched[r];
      }
    }
    CAPTURE(level, stopped, at_one_look);
    CHECK(stopped <= level);
    CHECK(stopped > 0.2 * level);  // and it is no waste
    CHECK(at_one_look < stopped);
  }
}

TEST_CASE("the wealth falls in epsilon, and the anytime bound is where it crosses", "[verify]") {
  std::vector<std::vector<RoundTally>> const histories{{{{700, 200, 100}, 2}},
                                                       {{{5, 5, 20}, 2}, {{70, 10, 0}, 2}, {{900, 100, 7}, 2}},
                                                       {{{1000, 0, 0}, 2}},
                                                       {{{10, 300, 0}, 2}, {{800, 3, 10'000}, 2}}};
  for (auto const delta : {0.0, 0.01})
    for (auto rounds : histories) {
      auto const stakes = stakes_for(0.5, delta);
      double last = 1e300;
      for (double epsilon = 0; epsilon < 8; epsilon += 0.01) {
        auto const now = log_wealth(rounds, epsilon, delta, stakes);
        CHECK(now <= last + 1e-8);
        last = now;
      }
      auto const bound = anytime_epsilon_lower_bound(rounds, delta, stakes, 0.05);
      CHECK(bound > 0.5);
      CHECK(log_wealth(rounds, bound, delta, stakes) >= -std::log(0.05));
      CHECK(log_wealth(rounds, bound + 1e-9, delta, stakes) < -std::log(0.05) + 1e-8);
    }
  CHECK(anytime_epsilon_lower_bound({}, 0, stakes_for(1, 0), 0.05) == 0);
}

// Betting at delta > 0 with counts from the boundary Pr[right] = e^epsilon Pr[wrong] + delta: mean one, summed over all
// trinomial tallies.
TEST_CASE("at delta > 0 the stakes' wealth has mean one at the boundary", "[verify]") {
  auto const epsilon = 0.7, delta = 0.1, wrong = 0.2, right = std::exp(epsilon) * wrong + delta;
  auto const stakes = stakes_for(epsilon, delta);
  constexpr std::uint64_t n = 60;
  double mean = 0;
  for (std::uint64_t r = 0; r <= n; ++r)
    for (std::uint64_t w = 0; r + w <= n; ++w) {
      auto const a = n - r - w;
      auto const mass = log_mass_of(r, right) + log_mass_of(w, wrong) + log_mass_of(a, 1 - right - wrong) +
                        std::lgamma(static_cast<double>(n) + 1);
      RoundTally const round{{r, w, a}, 2};
      mean += std::exp(mass + log_wealth({&round, 1}, epsilon, delta, stakes));
    }
  CHECK(mean <= 1 + 1e-11);
  CHECK(mean > 1 - 1e-6);
}

// The test at 1/2 of N(0, 1) against N(mu, 1) sits on the line epsilon = 0 of G_mu; whatever else the average bets on,
// its mean stays below one.
TEST_CASE("the wealth against mu-GDP has mean at most one at a Gaussian pair, and falls in mu", "[verify]") {
  auto const lines = lines_for(0.8);
  for (auto const threshold : {0.0, 0.3, 1.0}) {  // abstain when within so much of the middle
    auto const right = sim::normal_cdf(0.4 - threshold), wrong = sim::normal_cdf(-0.4 - threshold);
    constexpr std::uint64_t n = 60;
    double mean = 0;
    for (std::uint64_t r = 0; r <= n; ++r)
      for (std::uint64_t w = 0; r + w <= n; ++w) {
        auto const a = n - r - w;
        if (threshold == 0 && a > 0) continue;
        auto const rest = threshold == 0 ? 0 : log_mass_of(a, 1 - right - wrong);
        RoundTally const round{{r, w, a}, 2};
        mean += std::exp(std::lgamma(61.0) + log_mass_of(r, right) + log_mass_of(w, wrong) + rest +
                         log_line_wealth({&round, 1}, gaussian_profile(0.8), lines));
      }
    CAPTURE(threshold);
    CHECK(mean <= 1 + 1e-11);
    CHECK(mean > 0.5);
  }
  std::vector<RoundTally> const rounds{{{300, 100, 50}, 2}, {{80, 5, 900}, 1}};
  double last = 1e300;
  for (double mu = 0; mu < 4; mu += 0.05) {
    auto const now = log_line_wealth(rounds, gaussian_profile(mu), lines);
    CHECK(now <= last + 1e-9);
    last = now;
  }
  auto const bound = anytime_mu_lower_bound(rounds, {}, lines, 0.05);
  CHECK(bound > 0.6);
  CHECK(log_line_wealth(rounds, gaussian_profile(bound), lines) >= -std::log(0.05));
  CHECK(log_line_wealth(rounds, gaussian_profile(bound + 1e-9), lines) < -std::log(0.05) + 1e-6);
}

TEST_CASE("no mixture is above the wealth of the best stake in hindsight", "[verify]") {
  for (auto const epsilon : {0.0, 0.1, 1.0, 5.0})
    for (std::uint64_t const n : {1u, 10u, 1000u, 1'000'000u})
      for (int i = 0; i <= 40; ++i) {
        auto const right = n * static_cast<std::uint64_t>(i) / 40;
        CAPTURE(epsilon, n, right);
        CHECK(log_mixture_wealth({right, n - right, 5}, epsilon) <= log_wealth_limit({right, n - right, 5}, epsilon));
      }
  CHECK(log_wealth_limit({0, 0, 7}, 1) == 0);
  CHECK(log_wealth_limit({10, 0, 0}, 0) == Catch::Approx(10 * std::log(2.0)));
}

TEST_CASE("the wealth refuses nonsense", "[verify]") {
  CHECK_THROWS_AS(log_mixture_wealth({1, 1, 0}, -1), std::invalid_argument);
  CHECK_THROWS_AS(log_mixture_wealth({1, 1, 0}, std::nan("")), std::invalid_argument);
  CHECK_THROWS_AS(log_beta_wealth(1, 1, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(log_wealth({}, 0, 1, {}), std::invalid_argument);
  CHECK_THROWS_AS(log_wealth({}, 0, 0.5, {}), std::invalid_argument);
  CHECK_THROWS_AS(lines_for(0), std::invalid_argument);
  CHECK_THROWS_AS(anytime_epsilon_lower_bound({}, 0, {}, 0), std::invalid_argument);
}

TEST_CASE("the estimate of rounds takes off the delta that each spends, by its directions", "[verify]") {
  std::vector<RoundTally> const rounds{{{300, 100, 600}, 2}, {{200, 50, 750}, 1}};
  CHECK(epsilon_estimate(rounds, 0.0) == Catch::Approx(std::log(500.0 / 150)));
  CHECK(epsilon_estimate(rounds, 0.1) == Catch::Approx(std::log((500 - 100 - 50) / 150.0)));
  CHECK(epsilon_estimate(std::vector<RoundTally>{{{0, 0, 10}, 0}}, 0.1) == 0);
  CHECK(epsilon_estimate(std::vector<RoundTally>{}, 0.1) == 0);
}
