#include "verify/bounds/divergence_bounds.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "sim/normal.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/game/game.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
Strategy const halves{Bins{{}, {0.5}, {1, -1}}, 1, -1};           // say D below 1/2, else D'
Strategy const one_side{Bins{{}, {1.5}, {0, -1}}, infinity, -1};  // say D' from 1.5 on

DivergenceBounds bounds_of(mechanisms::AnyMechanism const& mechanism, Strategy const& strategy, std::uint64_t seed,
                           double level, double epsilon = 0.5) {
  auto const tally = play(mechanism, toys::zero_one, strategy,
                          {.seed = seed, .range = {0, 100'000}, .execution = {1, nullptr, nullptr}})
                         .tally;
  return divergence_lower_bounds(tally, strategy.directions(), epsilon, 2, level);
}

/// exp((order - 1) D) of randomised response, order 2.
double response_renyi(double epsilon) {
  auto const p = 1 / (1 + std::exp(-epsilon)), q = 1 - p;
  return std::log(p * p / q + q * q / p);
}

}  // namespace

TEST_CASE("divergences of every order are finite", "[verify]") {
  for (auto const order : {1.5, 2.0, 100.0, 1000.0, 999'999.0})
    for (auto const& [tally, directions] :
         {std::pair{sim::Tally{990, 10, 0}, 2}, {sim::Tally{100'000, 0, 0}, 2}, {sim::Tally{400, 3, 597}, 1}}) {
      CAPTURE(order, tally.right, directions);
      auto const renyi = divergence_lower_bounds(tally, directions, 0, order, 0.05).renyi;
      CHECK(std::isfinite(renyi));
      CHECK(renyi > 0);
      CHECK(renyi <= renyi_lower_bound(certified_rates(tally, directions, 0.05), order));
    }
}

TEST_CASE("divergence bounds are those of the rates, in the limit", "[verify]") {
  auto const right = sim::normal_cdf(0.5), wrong = 1 - right;
  auto const n = 1e12;
  sim::Tally const tally{static_cast<std::uint64_t>(n * right), static_cast<std::uint64_t>(n * wrong), 0};
  auto const bounds = divergence_lower_bounds(tally, 2, 0.3, 2, 0.05);
  CHECK(bounds.mu == Catch::Approx(1).epsilon(1e-4));
  CHECK(bounds.mu < 1);
  CHECK(bounds.total_variation == Catch::Approx(right - wrong).epsilon(1e-4));
  CHECK(bounds.delta == Catch::Approx(right - std::exp(0.3) * wrong).epsilon(1e-4));
  CHECK(bounds.renyi == Catch::Approx(std::log(right * right / wrong + wrong * wrong / right)).epsilon(1e-4));
  // One direction: an event of mass 0.2 under D and 0.1 under D' is right in 0.1 and wrong in 0.05 of the trials.
  auto const one = divergence_lower_bounds({100'000'000'000, 50'000'000'000, 850'000'000'000}, 1, 0, 2, 0.05);
  CHECK(one.total_variation == Catch::Approx(0.1).epsilon(1e-4));
  CHECK(one.renyi == Catch::Approx(std::log(0.04 / 0.1 + 0.64 / 0.9)).epsilon(1e-3));
  // The same with a coin that falls to D once in eight trials: right in 0.025 of the trials, wrong in 0.0875.
  auto const biased = divergence_lower_bounds({25'000'000'000, 87'500'000'000, 887'500'000'000, 7}, 1, 0, 2, 0.05);
  CHECK(biased.total_variation == Catch::Approx(0.1).epsilon(1e-4));
  CHECK(biased.renyi == Catch::Approx(one.renyi).epsilon(1e-3));
  CHECK(biased.mu == Catch::Approx(one.mu).epsilon(1e-3));
  CHECK_THROWS_AS(divergence_lower_bounds({1, 1, 0, 7}, 2, 0, 2, 0.05), std::invalid_argument);
}

// Level 0.05 each, 2000 audits of 100,000 trials at the boundary: each bound is above its truth in at most 5 % of them
// (asserted by an exact binomial test at 1e-6), and above a truth that is 5 % smaller (the broken arm's claim) in
// nearly all.
TEST_CASE("divergence bounds keep their level at the boundary and see beyond it", "[verify][statistical]") {
  constexpr std::uint64_t audits = 2'000;
  std::uint64_t mu = 0, one_sided_mu = 0, total_variation = 0, delta = 0, renyi = 0, mu_seen = 0, renyi_seen = 0,
                delta_seen = 0;
  auto const response = response_renyi(1), right = 1 / (1 + std::exp(-1.0));
  auto const exact_delta = right - std::exp(0.5) * (1 - right);
  for (std::uint64_t seed = 1; seed <= audits; ++seed) {
    auto const gaussian = bounds_of(toys::Gaussian{1}, halves, seed, 0.05);
    mu += gaussian.mu > 1;
    mu_seen += gaussian.mu > 0.95;
    total_variation += gaussian.total_variation > 2 * sim::normal_cdf(0.5) - 1;
    one_sided_mu += bounds_of(toys::Gaussian{1}, one_side, seed, 0.05).mu > 1;
    auto const told = bounds_of(toys::Response{1}, halves, seed, 0.05);
    renyi += told.renyi > response;
    renyi_seen += told.renyi > 0.95 * response;
    delta += told.delta > exact_delta;
    delta_seen += told.delta > 0.95 * exact_delta;
  }
  for (auto const above : {mu, one_sided_mu, total_variation, delta, renyi}) {
    CAPTURE(above);
    CHECK(binomial_at_least(above, audits, 0.05) > 1e-6);
  }
  for (auto const seen : {mu_seen, delta_seen, renyi_seen}) CHECK(seen > audits * 95 / 100);
}

TEST_CASE("divergence bounds of all small tallies are finite and monotone, however the coin fell", "[verify]") {
  auto const all_finite = [](DivergenceBounds const& b) {
    for (auto const x : {b.delta, b.total_variation, b.mu, b.renyi})
      if (!(x >= 0 && std::isfinite(x))) return false;
    return b.delta < 1 && b.total_variation < 1;
  };
  auto const nowhere_above = [](DivergenceBounds const& a, DivergenceBounds const& b) {
    return a.delta <= b.delta && a.total_variation <= b.total_variation && a.mu <= b.mu && a.renyi <= b.renyi;
  };
  for (std::uint64_t const odds : {1, 3, 7, 15})
    for (int const directions : {1, 2}) {
      if (odds > 1 && directions == 2) continue;
      auto const of = [&](std::uint64_t right, std::uint64_t wrong, std::uint64_t abstained) {
        return divergence_lower_bounds({right, wrong, abstained, odds}, directions, 0.3, 2, 0.5);
      };
      for (std::uint64_t trials = 1; trials <= 12; ++trials)
        for (std::uint64_t right = 0; right <= trials; ++right)
          for (std::uint64_t wrong = 0; right + wrong <= trials; ++wrong) {
            CAPTURE(odds, directions, trials, right, wrong);
            auto const abstained = trials - right - wrong;
            auto const bounds = of(right, wrong, abstained);
            REQUIRE(all_finite(bounds));
            if (abstained > 0) REQUIRE(nowhere_above(bounds, of(right + 1, wrong, abstained - 1)));
            if (abstained > 0) REQUIRE(nowhere_above(of(right, wrong + 1, abstained - 1), bounds));
            if (wrong > 0) REQUIRE(nowhere_above(bounds, of(right + 1, wrong - 1, abstained)));
          }
      for (std::uint64_t const many : {1'000'000'000ull, 1ull << 45}) REQUIRE(all_finite(of(many, 0, 0)));
    }
}

// Says D unless it sees what happens once in a thousand times under D and three times as often under D': nearly always
// right when the coin falls to D. 2000 games of 20,000 trials at level 0.05: each bound is above its truth in at most 5
// % (an exact binomial test at 1e-6). The coin shows more right guesses than D could have trials in some of them.
TEST_CASE("divergence bounds hold where one direction nearly always speaks", "[verify][statistical]") {
  struct Rare {
    std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
      return {{"y", mechanisms::Column::Kind::category}};
    }
    void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
      sim::fill_bernoulli(stream, sim::bernoulli_threshold(d[0] == 0 ? 0.001 : 0.003), out.column(0));
    }
    mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{std::log(3.0)}; }
  };
  constexpr std::uint64_t audits = 2'000;
  auto const p = 0.999, q = 0.997;
  auto const quantile = [](double x) {  // of the normal law, by bisection on its distribution function
    double low = 0, high = 10;
    for (int i = 0; i < 100; ++i) (sim::normal_cdf((low + high) / 2) <= x ? low : high) = (low + high) / 2;
    return low;
  };
  auto const mu_truth = quantile(p) - quantile(q), renyi_truth = std::log(p * p / q + (1 - p) * (1 - p) / (1 - q));
  for (std::uint64_t const odds : {1, 15}) {
    Strategy const nearly_always{Bins{{}, {0.5}, {1, -1}}, 1, -infinity, odds};
    std::uint64_t delta = 0, variation = 0, mu = 0, renyi = 0, lucky = 0;
    for (std::uint64_t seed = 1; seed <= audits; ++seed) {
      auto const tally = play(Rare{}, toys::zero_one, nearly_always,
                              {.seed = seed, .range = {0, 20'000}, .execution = {1, nullptr, nullptr}})
                             .tally;
      lucky += static_cast<double>(1 + odds) * clopper_pearson_lower(tally.right, tally.trials(), 0.025) >= 1;
      auto const bounds = divergence_lower_bounds(tally, 1, 0.0, 2, 0.05);
      delta += bounds.delta > p - q;
      variation += bounds.total_variation > p - q;
      mu += bounds.mu > mu_truth;
      renyi += bounds.renyi > renyi_truth;
    }
    CAPTURE(odds, delta, variation, mu, renyi, lucky);
    CHECK(lucky > 0);
    for (auto const above : {delta, variation, mu, renyi}) CHECK(binomial_at_least(above, audits, 0.05) > 1e-6);
  }
}

TEST_CASE("without a guess divergence bounds are zero, and nonsense is refused", "[verify]") {
  for (auto const& tally : {sim::Tally{0, 0, 100}, sim::Tally{50, 50, 0}, sim::Tally{10, 90, 0}, sim::Tally{1, 0, 0}}) {
    auto const bounds = divergence_lower_bounds(tally, 2, 0, 2, 0.05);
    CHECK(bounds.mu == 0);
    CHECK(bounds.renyi == 0);
    CHECK(bounds.delta == 0);
    CHECK(bounds.total_variation == 0);
  }
  CHECK_THROWS_AS(divergence_lower_bounds({1, 1, 1}, 0, 0, 2, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(divergence_lower_bounds({1, 1, 1}, 2, -1, 2, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(divergence_lower_bounds({1, 1, 1}, 2, 0, 1, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(divergence_lower_bounds({1, 1, 1}, 2, 0, 2, 0), std::invalid_argument);
}

TEST_CASE("divergence bounds read both rates at half the level", "[verify]") {
  for (auto const directions : {1, 2}) {
    auto const bounds = divergence_lower_bounds({300, 100, 600}, directions, 0.25, 2, 0.05);
    auto const p = 2 / directions * clopper_pearson_lower(300, 1'000, 0.025),
               q = 2 / directions * clopper_pearson_upper(100, 1'000, 0.025);
    CHECK(bounds.total_variation == Catch::Approx(p - q).epsilon(1e-12));
    CHECK(bounds.delta == Catch::Approx(p - std::exp(0.25) * q).epsilon(1e-12));
  }
}
