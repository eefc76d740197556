#include "verify/bounds/goodness_of_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "sim/variates.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"
#include "verify/bounds/clopper_pearson.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

double uniform_cdf(double x) { return std::clamp(x, 0.0, 1.0); }

double log_multinomial(std::vector<std::uint64_t> const& counts, std::vector<double> const& mass) {
  double n = 0, log_mass = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    auto const c = static_cast<double>(counts[k]);
    n += c;
    log_mass += c * std::log(mass[k]) - std::lgamma(c + 1);
  }
  return log_mass + std::lgamma(n + 1);
}

}  // namespace

// The claim itself, without simulation: over all outcomes of n draws on three or four cells, even and uneven, Pr[p <=
// a] <= a at every a that is reached.
TEST_CASE("the p-value of chi-squared is valid at every size: all outcomes added up", "[verify]") {
  for (auto const& mass : std::vector<std::vector<double>>{
           {0.5, 0.5}, {0.9, 0.1}, {0.2, 0.3, 0.5}, {0.02, 0.01, 0.97}, {0.25, 0.25, 0.25, 0.25}})
    for (std::uint64_t const n : {1u, 2u, 5u, 20u, 40u}) {
      std::vector<std::pair<double, double>> outcomes;  // p-value, probability
      std::vector<std::uint64_t> counts(mass.size());
      auto const go = [&](auto const& self, std::size_t k, std::uint64_t left) -> void {
        if (k + 1 == mass.size()) {
          counts[k] = left;
          outcomes.emplace_back(chi_squared(counts, mass).p_value, std::exp(log_multinomial(counts, mass)));
          return;
        }
        for (std::uint64_t c = 0; c <= left; ++c) counts[k] = c, self(self, k + 1, left - c);
      };
      go(go, 0, n);
      std::ranges::sort(outcomes);
      double sum = 0;
      for (auto const& [p, probability] : outcomes) {
        sum += probability;
        if (p < 1) CHECK(sum <= p + 1e-12);
      }
      CHECK(sum == Catch::Approx(1));
    }
}

TEST_CASE("Kolmogorov-Smirnov and Anderson-Darling agree with their definitions", "[verify]") {
  std::vector<double> const one{0.3}, three{0.5, 0.1, 0.9};
  CHECK(kolmogorov_smirnov(one, uniform_cdf).distance == Catch::Approx(0.7));
  CHECK(kolmogorov_smirnov(three, uniform_cdf).distance == Catch::Approx(0.7 / 3));
  CHECK(anderson_darling(one, uniform_cdf) == Catch::Approx(-1 - std::log(0.3) - std::log(0.7)));
  double integral = 0;  // of n (F_n - u)^2 / (u (1 - u)), by the midpoint rule
  constexpr int pieces = 1'000'000;
  for (int i = 0; i < pieces; ++i) {
    auto const u = (i + 0.5) / pieces, f = ((u >= 0.1) + (u >= 0.5) + (u >= 0.9)) / 3.0;
    integral += 3 * (f - u) * (f - u) / (u * (1 - u)) / pieces;
  }
  CHECK(anderson_darling(three, uniform_cdf) == Catch::Approx(integral).epsilon(1e-4));
  // A law with an atom: 0 with probability 1/2, else uniform. A sample that has it right is near.
  auto const atom = [](double x) { return x < 0 ? 0.0 : 0.5 + std::min(x, 1.0) / 2; };
  CHECK(kolmogorov_smirnov(std::vector<double>{0, 0, 0.25, 0.75}, atom).distance == Catch::Approx(0.125));
  auto const nan = std::nan("");
  CHECK(kolmogorov_smirnov(std::vector<double>{nan, 0.5}, uniform_cdf).p_value == 0);
  CHECK(std::isinf(anderson_darling(std::vector<double>{nan, 0.5}, uniform_cdf)));
  CHECK(std::isinf(anderson_darling(std::vector<double>{-1, 0.5}, uniform_cdf)));
}

// Size at level 0.05, from 4000 samples of each size (asserted by an exact binomial test at 1e-6). The band's bound is
// conservative, but no more than stated: the asymptotic 5 % point is 2.492, and e^-x is about its tail.
TEST_CASE("tests of fit keep their level at small and large samples", "[verify][statistical]") {
  constexpr std::uint64_t samples = 4'000;
  sim::Stream stream{sim::Address{tests::seed_of("size of tests of fit"), sim::Purpose::test}, 0};
  for (std::size_t const n : {1u, 3u, 30u, 1000u}) {
    auto const bound = anderson_darling_bound(n, 0.05);
    std::uint64_t smirnov = 0, darling = 0;
    std::vector<double> sample(n);
    for (std::uint64_t i = 0; i < samples; ++i) {
      sim::fill_uniform(stream, sample);
      smirnov += kolmogorov_smirnov(sample, uniform_cdf).p_value <= 0.05;
      darling += anderson_darling(sample, uniform_cdf) > bound;
    }
    CAPTURE(n, smirnov, darling);
    CHECK(binomial_at_least(smirnov, samples, 0.05) > 1e-6);
    CHECK(binomial_at_least(darling, samples, 0.05) > 1e-6);
    if (n >= 30) CHECK(smirnov > samples / 50);  // Massart's constant is tight
  }
  CHECK(anderson_darling_bound(1'000'000, 0.05) > 2.492);
  CHECK(anderson_darling_bound(1'000'000, 0.05) < 11 * 2.492);
  CHECK(anderson_darling_bound(1'000'000, 1e-7) < 70);
}

// Level 1e-9. The log ratios of randomised response: the declared ones fit, those of an epsilon that is 2 % off do not;
// 2^22 trials put these 18 standard deviations away. The log ratios of Gaussian releases: a fourth of the trials and 5
// %.
TEST_CASE("declared log ratios are held against the coin", "[verify][statistical]") {
  constexpr std::size_t n = std::size_t{1} << 22;
  sim::Stream stream{sim::Address{tests::seed_of("log ratio fit"), sim::Purpose::test}, 0};
  std::vector<double> coins(n), lies(n), noise(n);
  sim::fill_bernoulli(stream, sim::bernoulli_threshold(0.5), coins);
  sim::fill_bernoulli(stream, sim::bernoulli_threshold(1 / (1 + std::exp(1.0))), lies);
  sim::fill_gaussian(stream, 0, 1, noise);
  auto const fit = [&](double epsilon, double mu) {
    std::vector<double> told[2], bell[2];
    for (std::size_t i = 0; i < n; ++i) {
      auto const under_d = coins[i] == 1;
      told[under_d].push_back((lies[i] == 1) != under_d ? epsilon : -epsilon);
      auto const y = noise[i] + (under_d ? 0 : 1);
      if (i < n / 4) bell[under_d].push_back(mu * (0.5 - y));
    }
    return std::pair{log_ratio_fit(told[1], told[0]), log_ratio_fit(bell[1], bell[0])};
  };
  auto const sound = fit(1, 1), more = fit(1.02, 1.05), less = fit(0.98, 0.95);
  CHECK(sound.first > 1e-9);
  CHECK(sound.second > 1e-9);
  for (auto const& wrong : {more, less}) {
    CHECK(wrong.first < 1e-9);
    CHECK(wrong.second < 1e-9);
  }
  auto const infinity = std::numeric_limits<double>::infinity();
  std::vector<double> const sure{infinity, infinity, 0.0}, other{-infinity, 0.0, 0.0};
  CHECK(log_ratio_fit(sure, other) == 1);
  CHECK(log_ratio_fit(other, sure) == 0);  // D released what only D' can
  CHECK(log_ratio_fit(std::vector<double>{std::nan("")}, other) == 0);
}

TEST_CASE("the size of a test of fit is planned by two margins", "[verify]") {
  auto const n = kolmogorov_smirnov_trials(0.01, 1e-6, 1e-3);
  auto const needed = std::sqrt(std::log(2e6) / 2) + std::sqrt(std::log(2e3) / 2);
  CHECK(static_cast<double>(n) == Catch::Approx(needed * needed / 1e-4).epsilon(1e-5));
  CHECK_THROWS_AS(kolmogorov_smirnov_trials(0, 0.05, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(kolmogorov_smirnov_trials(0.1, 1, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(anderson_darling_bound(0, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(anderson_darling_bound(10, 0), std::invalid_argument);
  std::vector<std::uint64_t> const counts{1, 2};
  CHECK_THROWS_AS(chi_squared(counts, std::vector<double>{1}), std::invalid_argument);
  CHECK_THROWS_AS(chi_squared(counts, std::vector<double>{-0.1, 1.1}), std::invalid_argument);
  CHECK(chi_squared(counts, std::vector<double>{0, 1}).p_value == 0);
  CHECK(chi_squared(counts, std::vector<double>{0.4, 0.6}).p_value == 1);
}

TEST_CASE("p-values count both sides and both tests", "[verify]") {
  std::vector<double> const near{0.35, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.72, 0.75, 0.78};
  auto const smirnov = kolmogorov_smirnov(near, uniform_cdf);
  CHECK(smirnov.p_value == Catch::Approx(2 * std::exp(-20 * 0.35 * 0.35)));  // [M90]: of a distance to either side
  // Twenty trials that all fell to D, where D and D' are said to be as likely: a binomial tail, twice for two tails,
  // twice again beside a test of slopes, which says nothing.
  CHECK(log_ratio_fit(std::vector<double>(20, 0.0), {}, 1) == Catch::Approx(4 * std::ldexp(1.0, -20)).epsilon(1e-4));
  // Forty trials, twenty of either dataset, which are said to be e times as likely of D: one to a cell, so that the
  // cells say nothing.
  std::vector<double> d, d_prime;
  for (int i = 0; i < 20; ++i) {
    d.push_back(1 + 0.002 * i);
    d_prime.push_back(1.001 + 0.002 * i);
  }
  auto const log_probability = [](double log_ratio) { return -std::log1p(std::exp(-log_ratio)); };
  double wealth = 0;
  for (auto const slope : {0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01, 1.02, 1.05, 1.1, 1.25, 2.0}) {
    double log_made = 0;
    for (auto const ratio : d) log_made += log_probability(slope * ratio) - log_probability(ratio);
    for (auto const ratio : d_prime) log_made += log_probability(-slope * ratio) - log_probability(-ratio);
    wealth += std::exp(log_made) / 12;
  }
  REQUIRE(wealth > 2);
  CHECK(log_ratio_fit(d, d_prime, 40) == Catch::Approx(2 / wealth).epsilon(1e-5));
}
