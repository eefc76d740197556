#include "verify/wealth/anytime_divergences.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/check.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// ln of p^2 / q + (1 - p)^2 / (1 - q).
double renyi_two(double p, double q) { return std::log1p((p - q) * (p - q) / (q * (1 - q))); }

double const share = std::exp(1.0) / (1 + std::exp(1.0)), variation = 2 * share - 1,
             renyi = renyi_two(share, 1 - share), mu = 2 * 0.6160;  // Phi^-1(share) = 0.6160

Check response_checked(double claimed, std::uint64_t budget, std::uint64_t seed) {
  return check(toys::Response{1}, toys::zero_one,
               {.claimed_epsilon = claimed, .budget = budget, .seed = seed, .execution = {1, nullptr, nullptr}});
}

}  // namespace

// By brute force: no two-outcome pair within the divergence has a larger delta, and one has as large a one.
TEST_CASE("the delta that a Renyi divergence of order 2 allows is attained and never exceeded", "[verify]") {
  for (auto const divergence : {0.01, 0.3, 1.0, 4.0})
    for (auto const epsilon : {0.0, 0.5, 1.0, 3.0}) {
      double largest = 0;
      constexpr int steps = 1500;
      for (int i = 1; i < steps; ++i)
        for (int j = i; j <= steps; ++j) {
          auto const q = static_cast<double>(i) / steps, p = static_cast<double>(j) / steps;
          if (renyi_two(p, q) <= divergence) largest = std::max(largest, p - std::exp(epsilon) * q);
        }
      CAPTURE(divergence, epsilon, largest);
      auto const bound = renyi_two_delta(divergence, epsilon);
      CHECK(bound >= largest);
      CHECK(bound <= largest + 0.01);
    }
  CHECK(renyi_two_delta(0, 0) == 0);
  CHECK(renyi_two_delta(1e9, 1) == 1);
  for (double divergence = 0; divergence < 3; divergence += 0.01)
    CHECK(renyi_two_delta(divergence, 0.7) <= renyi_two_delta(divergence + 0.01, 0.7));
}

TEST_CASE("anytime bounds on divergences come near the truth on many trials, and are nothing on none", "[verify]") {
  std::vector<RoundTally> const rounds{
      {{static_cast<std::uint64_t>(1e6 * share), static_cast<std::uint64_t>(1e6 * (1 - share)), 0}, 2}};
  auto const bounds = anytime_divergence_lower_bounds(rounds, 0.5, 0.05);
  auto const delta = share - std::exp(0.5) * (1 - share);
  CHECK(bounds.total_variation > 0.98 * variation);
  CHECK(bounds.total_variation < variation);
  CHECK(bounds.delta > 0.95 * delta);
  CHECK(bounds.delta < delta);
  CHECK(bounds.mu > 0.95 * mu);
  CHECK(bounds.mu < mu);
  CHECK(bounds.renyi > 0.95 * renyi);
  CHECK(bounds.renyi < renyi);
  auto const nothing = anytime_divergence_lower_bounds({}, 1, 0.05);
  CHECK(nothing.delta + nothing.total_variation + nothing.mu + nothing.renyi == 0);
  CHECK_THROWS_AS(anytime_divergence_lower_bounds({}, -1, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(anytime_divergence_lower_bounds({}, 1, 0), std::invalid_argument);
}

// All four together above the truth with probability at most the level, whichever claim the check was after, and
// stopped where that was refuted: 150 checks at 0.05 (exact binomial test at 1e-6). The wrong arm asks for the plug-in
// value instead, which is above the truth in about half.
TEST_CASE("anytime bounds on divergences stay below the truth at the time of a refutation", "[verify][statistical]") {
  std::uint64_t above = 0, plug_in_above = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    auto const result = response_checked(0.8, 5'000, seed);
    auto const bounds = anytime_divergence_lower_bounds(result.round_tallies(), 0, 0.05);
    above +=
        bounds.total_variation > variation || bounds.mu > mu + 1e-3 || bounds.renyi > renyi || bounds.delta > variation;
    auto const tally = result.tally();
    plug_in_above += static_cast<double>(tally.right) > share * static_cast<double>(tally.spoke());
  }
  CHECK(binomial_at_least(above, 150, 0.05) > 1e-6);
  CHECK(plug_in_above > 40);
}

TEST_CASE("each of four anytime bounds has a quarter of the level", "[verify]") {
  std::vector<RoundTally> const rounds{{{300, 100, 50}, 2}, {{500, 200, 100}, 2}};
  auto const bounds = anytime_divergence_lower_bounds(rounds, 0.5, 0.05);
  auto const needed = -std::log(0.05 / 4);
  for (auto const& [epsilon, delta] : {std::pair{0.5, bounds.delta}, std::pair{0.0, bounds.total_variation}}) {
    REQUIRE(delta > 0.01);
    CHECK(log_wealth(rounds, epsilon, delta, stakes_for(epsilon, 1)) >= needed);
    CHECK(log_wealth(rounds, epsilon, delta + 1e-6, stakes_for(epsilon, 1)) < needed);
  }
}
