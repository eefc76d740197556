#include "verify/wealth/divergence_bet.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mechanisms/privacy/renyi.hpp"
#include "sim/stream.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/claimed_profile.hpp"
#include "verify/check.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// Outcomes of guesses: right, wrong, and none.
struct Law {
  std::vector<double> right, wrong;
  double none = 0;

  double renyi(double order) const {
    double sum = none, kl = 0;
    for (std::size_t l = 0; l < right.size(); ++l) {
      sum += std::pow(right[l], order) * std::pow(wrong[l], 1 - order) +
             std::pow(wrong[l], order) * std::pow(right[l], 1 - order);
      kl += (right[l] - wrong[l]) * std::log(right[l] / wrong[l]);
    }
    return order == 1 ? kl : std::log(sum) / (order - 1);
  }
  double mean(double order, std::vector<double> const& losses, double divergence) const {
    auto sum = none * divergence_payoff(order, 0, divergence);
    for (std::size_t l = 0; l < right.size(); ++l)
      sum += right[l] * divergence_payoff(order, losses[l], divergence) +
             wrong[l] * divergence_payoff(order, -losses[l], divergence);
    return sum;
  }
};

Law random_law(sim::Stream& stream) {
  std::vector<double> mass(7);
  sim::fill_uniform(stream, mass);
  for (auto& x : mass) x += 0.01;
  auto const all = std::accumulate(mass.begin(), mass.end(), 0.0);
  for (auto& x : mass) x /= all;
  return {{mass[0], mass[1], mass[2]}, {mass[3], mass[4], mass[5]}, mass[6]};
}

std::uint64_t refutations(mechanisms::AnyMechanism const& mechanism, ClaimedDivergences const& claim,
                          std::uint64_t budget, std::uint64_t audits) {
  auto const statements = implied_by(claim);
  std::uint64_t refuted = 0;
  for (std::uint64_t seed = 1; seed <= audits; ++seed) {
    auto const result = check(mechanism, toys::zero_one,
                              {.claimed_epsilon = statements.statements.front().epsilon,
                               .delta = statements.statements.front().delta,
                               .claimed_tradeoff = statements,
                               .claimed_divergences = claim,
                               .budget = budget,
                               .seed = seed,
                               .execution = {1, nullptr, nullptr}});
    refuted += result.end == Check::End::refuted;
    CHECK((result.end == Check::End::refuted) == (result.divergence_lower_bound > claim.number()));
  }
  return refuted;
}

}  // namespace

// The defining property: no losses have a positive mean where the divergence is what is allowed, and the true ones
// have mean 0 there.
TEST_CASE("a bet on a divergence has mean at most nothing under what it is against", "[verify]") {
  sim::Stream stream{{1, sim::Purpose::test}, 0};
  for (int i = 0; i < 300; ++i) {
    auto const law = random_law(stream);
    std::vector<double> losses(3), truth(3);
    sim::fill_uniform(stream, losses);
    for (auto& x : losses) x = 6 * x - 3;
    for (std::size_t l = 0; l < 3; ++l) truth[l] = std::log(law.right[l] / law.wrong[l]);
    for (auto const order : {1.0, 1.2, 2.0, 5.0}) {
      auto const divergence = law.renyi(order);
      auto const size = scaled_power(order, divergence) + 1e-9;
      CHECK(law.mean(order, losses, divergence) <= 1e-9 * size);
      CHECK(std::fabs(law.mean(order, truth, divergence)) <= 1e-9 * size);
      CHECK(law.mean(order, truth, 0.9 * divergence) > 0);  // the twin: less claimed than is true
    }
  }
}

TEST_CASE("the best bet on a divergence is laid where less is claimed than is true", "[verify]") {
  LayerRates const rates{{0.4}, {0.2}, 0.4};
  std::vector<double> const losses{std::log(2)};
  Law const law{{0.4}, {0.2}, 0.4};
  auto const best = best_divergence_bet(rates, losses, {{}, {{2, 0.8 * law.renyi(2)}}});
  REQUIRE(best);
  CHECK(best->growth > 0);
  CHECK(best->bet.stake > 0);
  CHECK_FALSE(best_divergence_bet(rates, losses, {{}, {{2, 1.01 * law.renyi(2)}}}));
}

// 60 audits at 0.05: a true claim is refuted in 14 of them with probability below 1e-6.
TEST_CASE("a check spares divergences that are true, and refutes smaller ones", "[verify][statistical]") {
  auto const of_response = [](double order) {
    auto const right = std::exp(1.0) / (1 + std::exp(1.0));
    return Law{{right}, {1 - right}, 0}.renyi(order);
  };
  CHECK(refutations(toys::Gaussian{1}, {0.5, {}}, 3'000, 60) < 14);
  CHECK(refutations(toys::Response{1}, {{}, {{2, of_response(2)}}}, 3'000, 60) < 14);
  CHECK(refutations(toys::Gaussian{1}, {0.3, {}}, 20'000, 8) == 8);
  CHECK(refutations(toys::Gaussian{1}, {0.45, {}}, 400'000, 4) == 4);
  CHECK(refutations(toys::Response{1}, {{}, {{2, 0.8 * of_response(2)}}}, 20'000, 8) == 8);
}

// What is spread over columns is seen in a score of all of them: the best column has an eighth of it.
TEST_CASE("bets on a divergence look at the score where a feature shows little", "[verify][statistical]") {
  ClaimedDivergences const claim{{}, {{2, 0.85 * 8 * mechanisms::privacy::laplace_renyi(0.5, 2)}}};
  auto const statements = implied_by(claim);
  auto const result = check(toys::SpreadLaplace{8, 4}, toys::zero_one,
                            {.claimed_epsilon = statements.statements.front().epsilon,
                             .delta = statements.statements.front().delta,
                             .claimed_tradeoff = statements,
                             .claimed_divergences = claim,
                             .level = 1e-6,
                             .budget = 600'000,
                             .execution = {1, nullptr, nullptr}});
  CHECK(result.end == Check::End::refuted);
  CHECK(std::ranges::any_of(result.rounds, [](Round const& round) { return round.nested.laid.on_score; }));
}
