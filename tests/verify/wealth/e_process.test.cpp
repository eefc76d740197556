#include "verify/wealth/e_process.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/check.hpp"

using namespace warner;
using namespace warner::verify;
using mechanisms::TradeoffDp;

namespace {

TradeoffDp claim_of(double (*profile)(double, double), double parameter, std::vector<double> const& epsilons) {
  std::vector<mechanisms::ApproximateDp> statements;
  for (auto const epsilon : epsilons) statements.push_back({epsilon, profile(parameter, epsilon) * (1 + 1e-11)});
  return mechanisms::all_at_once(std::move(statements), "");
}

TradeoffDp laplace_claim(double epsilon) {
  return claim_of(mechanisms::privacy::laplace_delta, epsilon, {0, epsilon / 4, epsilon / 2, 3 * epsilon / 4, epsilon});
}
TradeoffDp gaussian_claim(double mu) {
  return claim_of(mechanisms::privacy::gaussian_delta, mu, {0, 0.4 * mu, mu, 2 * mu, 3 * mu});
}
/// A leak of mass delta beside nothing, whatever the epsilon.
TradeoffDp leak_claim(double delta) { return mechanisms::all_at_once({{0, delta}}, ""); }

Check checked(mechanisms::AnyMechanism const& mechanism, TradeoffDp const& claim, std::uint64_t budget, double level,
              std::uint64_t seed = 1) {
  return check(mechanism, toys::zero_one,
               {.claimed_epsilon = claim.statements.front().epsilon,
                .delta = claim.statements.front().delta,
                .claimed_tradeoff = claim,
                .level = level,
                .budget = budget,
                .seed = seed,
                .execution = {1, nullptr, nullptr}});
}

std::uint64_t refutations(mechanisms::AnyMechanism const& mechanism, TradeoffDp const& claim, std::uint64_t budget,
                          std::uint64_t audits) {
  std::uint64_t refuted = 0;
  for (std::uint64_t seed = 1; seed <= audits; ++seed)
    refuted += checked(mechanism, claim, budget, 0.05, seed).end == Check::End::refuted;
  return refuted;
}

/// The mean wealth of one round of `n` releases, of which each is right, wrong or in neither with these probabilities.
double mean_wealth(TradeoffDp const& claim, std::uint64_t n, double right, double wrong) {
  EProcess const wealth{{claim.statements.front().epsilon, claim.statements.front().delta, {}, claim}, 0.05};
  auto const log_term = [](std::uint64_t k, double p) {
    return k == 0 ? 0.0 : static_cast<double>(k) * std::log(p) - std::lgamma(static_cast<double>(k) + 1);
  };
  double mean = 0;
  for (std::uint64_t r = 0; r <= n; ++r)
    for (std::uint64_t w = 0; r + w <= n; ++w)
      mean += std::exp(std::lgamma(static_cast<double>(n) + 1) + log_term(r, right) + log_term(w, wrong) +
                       log_term(n - r - w, std::max(0.0, 1 - right - wrong)) +
                       wealth.log_at_claim({{{{r, w, n - r - w}, 2}}, {}}));
  return mean;
}

}  // namespace

// Exact. Randomised response of epsilon = 1 with a leak of 0.1 in the open attains (1, 0.1), and what follows from it
// at 0.
TEST_CASE("the wealth against several statements has mean at most one where they are attained", "[verify]") {
  auto const share = std::exp(1.0) / (1 + std::exp(1.0));
  auto const claim = mechanisms::all_at_once({{1, 0.1}, {0, 0.1 + 0.9 * (2 * share - 1)}}, "");
  for (auto const n : {1u, 10u, 60u}) {
    auto const right = 0.1 + 0.9 * share, wrong = 0.9 * (1 - share);
    CHECK(mean_wealth(claim, n, right, wrong) <= 1 + 1e-11);
    CHECK(mean_wealth(claim, n, right, wrong) > 1 - 1e-4);
    CHECK(mean_wealth(claim, n, 0.5 * right, 0.5 * wrong) <= 1 + 1e-11);
  }
  CHECK(mean_wealth(claim, 60, 0.2 + 0.8 * share, 0.8 * (1 - share)) > 1.1);
  CHECK(mean_wealth(mechanisms::all_at_once({{1, 0}}, ""), 60, share, 1 - share) <= 1 + 1e-11);
}

// Level 1e-9 each. Each broken arm breaks one statement and keeps others: a larger scale is refuted at every epsilon;
// ten Laplaces of 0.1 allow an epsilon of 1, rarely; a leak of 0.05 stays within the total variation of both shapes.
TEST_CASE("a claimed trade-off function is checked whole", "[verify][statistical]") {
  auto const refuted = [](mechanisms::AnyMechanism const& mechanism, TradeoffDp const& claim) {
    auto const result = checked(mechanism, claim, 300'000, 1e-9);
    CHECK((result.end == Check::End::refuted) == (result.log_wealth >= -std::log(1e-9)));
    return result.end == Check::End::refuted;
  };
  CHECK_FALSE(refuted(toys::Laplace{1}, laplace_claim(1)));
  CHECK(refuted(toys::Laplace{0.8}, laplace_claim(1)));
  CHECK_FALSE(refuted(toys::Gaussian{1}, gaussian_claim(1)));
  CHECK(refuted(toys::Gaussian{1}, gaussian_claim(0.8)));
  CHECK_FALSE(refuted(toys::Laplace{1}, mechanisms::all_at_once({{1, 0}}, "")));
  CHECK(refuted(toys::Laplace{0.9}, mechanisms::all_at_once({{1, 0}}, "")));
  CHECK(
      refuted(toys::Response{1}, laplace_claim(1)));  // of epsilon = 1, but more powerful than Laplace noise in between
  CHECK_FALSE(refuted(toys::Laplace{1}, mechanisms::all_at_once({{1, 0}, {0, 0.4}}, "")));
  CHECK(refuted(toys::Laplace{1}, mechanisms::all_at_once({{1, 0}, {0, 0.3}}, "")));
  CHECK_FALSE(refuted(toys::RareLeak{0.05}, leak_claim(0.05)));
  CHECK(refuted(toys::RareLeak{0.05}, gaussian_claim(0.5)));
  CHECK(refuted(toys::RareLeak{0.05}, laplace_claim(1)));
}

// Size under the worst stopping, 200 checks at level 0.05 each (exact binomial test at 1e-6); the wrong arm, a claim
// half of the truth, is refuted in nearly all.
TEST_CASE("checks of a trade-off function at the boundary keep their level", "[verify][statistical]") {
  CHECK(binomial_at_least(refutations(toys::Laplace{1}, laplace_claim(1), 2'000, 200), 200, 0.05) > 1e-6);
  CHECK(binomial_at_least(refutations(toys::Gaussian{1}, gaussian_claim(1), 2'000, 200), 200, 0.05) > 1e-6);
  CHECK(binomial_at_least(refutations(toys::RareLeak{0.2}, leak_claim(0.2), 2'000, 200), 200, 0.05) > 1e-6);
  CHECK(refutations(toys::Gaussian{1}, gaussian_claim(0.5), 2'000, 100) > 95);
}

// mu-GDP by five statements, and as such: what is not a vertex is lost, and little else.
TEST_CASE("statements of a Gaussian claim refute about as soon as the claim itself", "[verify][statistical]") {
  std::uint64_t trials = 0;
  for (std::uint64_t seed = 1; seed <= 41; ++seed)
    trials += checked(toys::Gaussian{1}, gaussian_claim(0.5), 20'000, 0.05, seed).trials();
  CHECK(trials < 41 * 500);  // 264 each on average by all of G_mu
}

TEST_CASE("a claim is one of three", "[verify]") {
  CHECK_THROWS_AS((EProcess{{0, 0.5, 1.0, leak_claim(0.5)}, 0.05}), std::invalid_argument);
  EProcess const wealth{{1, 0, {}, {}}, 0.05};
  CHECK(wealth.statements().size() == 1);
  CHECK_FALSE(wealth.refutes({{{{10, 0, 0}, 2}}, {}}));
  CHECK(wealth.refutes({{{{100, 0, 0}, 2}}, {}}));
}

// Between 1 / level and the wealth there is but the margin for rounding.
TEST_CASE("a claim is refuted as soon as the wealth against it is 1 / level, and not before", "[verify]") {
  SeenRounds const seen{{{{400, 60, 100}, 2}, {{300, 50, 100}, 2}}, {}};
  for (auto const& claim : {TestedClaim{1, 0, {}, {}}, TestedClaim{1, 0.05, {}, {}}, TestedClaim{0, 0.5, 1.0, {}},
                            TestedClaim{0, 0.3, {}, leak_claim(0.3)}}) {
    auto const log_wealth = EProcess{claim, 0.05}.log_at_claim(seen);
    REQUIRE(log_wealth > 1);
    CHECK(EProcess{claim, std::exp(-0.999 * log_wealth)}.refutes(seen));
    CHECK_FALSE(EProcess{claim, std::exp(-1.001 * log_wealth)}.refutes(seen));
  }
}
