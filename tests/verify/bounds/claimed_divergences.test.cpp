#include "verify/bounds/claimed_divergences.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "mechanisms/privacy/renyi.hpp"
#include "sim/normal.hpp"
#include "tests/support/catch.hpp"
#include "verify/bounds/divergence_bounds.hpp"

using namespace warner::verify;
using Catch::Approx;
using warner::mechanisms::RenyiDp;

namespace {

/// How near an event comes to contradicting a claim; 1 is there.
double part_of(ClaimedDivergences const& claim, double p, double q) {
  double most = 0;
  auto const look = [&](double order) { most = std::max(most, event_renyi(p, q, order) / claim.at(order)); };
  for (auto const& one : claim.renyi) look(one.alpha);
  if (claim.rho)
    for (auto steps = 1e-3; steps < 1e4; steps *= 1.02) look(1 + steps);
  return most;
}

std::vector<ClaimedDivergences> const claims{
    {0.01, {}},         {0.125, {}},         {0.5, {}},       {5.0, {}},
    {{}, {{2, 0.6}}},   {{}, {{1.5, 0.05}}}, {{}, {{32, 3}}}, {{}, {{2, 0.2}, {8, 0.9}}},
    {0.125, {{2, 0.2}}}};

}  // namespace

TEST_CASE("a claim that allows nothing is not said to allow everything", "[verify]") {
  for (auto const& nothing : {ClaimedDivergences{1e-300, {}}, ClaimedDivergences{{}, {{1000, 1e-300}}}})
    CHECK_THROWS_WITH(implied_by(nothing), Catch::Contains("allows less than numbers tell from nothing"));
}

TEST_CASE("what divergences allow of one order follows from those that are claimed", "[verify]") {
  ClaimedDivergences const claim{0.1, {{2, 0.15}, {16, 0.4}}};
  CHECK(claim.at(1) == Approx(0.1));
  CHECK(claim.at(1.8) == Approx(0.15));
  CHECK(claim.at(2) == Approx(0.15));
  CHECK(claim.at(4) == Approx(0.4));
  CHECK(claim.at(20) == Approx(2));
  CHECK(std::isinf(ClaimedDivergences{{}, {{2, 0.15}}}.at(3)));
  CHECK(describe(claim).find("rho = 0.1 (zero-concentrated DP) and (alpha, epsilon) = (2, 0.15)") == 0);
}

TEST_CASE("the divergence of an event is that of two coins", "[verify]") {
  CHECK(event_renyi(0.5, 0.2, 2) == Approx(std::log(0.25 / 0.2 + 0.25 / 0.8)));
  CHECK(event_renyi(0.5, 0.2, 1) == Approx(0.5 * std::log(0.5 / 0.2) + 0.5 * std::log(0.5 / 0.8)));
  CHECK(event_renyi(0.5, 0.2, 1 + 1e-7) == Approx(event_renyi(0.5, 0.2, 1)).epsilon(1e-6));
  CHECK(event_renyi(0.5, 0.2, 1e5) == Approx(std::log(2.5)).epsilon(1e-4));
  CHECK(event_renyi(0.2, 0.2, 2) == 0);
}

// Events of laws that keep the claim satisfy every statement: Gaussian ones at any threshold, and events at random.
TEST_CASE("divergences imply their statements, and no event far from them satisfies all", "[verify]") {
  for (auto const& claim : claims) {
    CAPTURE(describe(claim));
    auto const statements = implied_by(claim).statements;
    auto const allowed = [&](double p, double q) {
      return std::ranges::all_of(statements,
                                 [&](auto const& one) { return p - std::exp(one.epsilon) * q <= one.delta; });
    };
    for (int i = 1; i < 60; ++i)
      for (auto q = 0.6; q > 1e-6; q *= 0.8) {
        auto const p = q + (1 - q) * i / 60;
        auto const part = std::max(part_of(claim, p, q), part_of(claim, 1 - q, 1 - p));
        if (part <= 1 - 1e-9) CHECK(allowed(p, q));
        else if (part > 1.1 && p < 1 - q && q > 1e-4 && q < 0.4) CHECK_FALSE(allowed(p, q));
      }
    if (!claim.rho || !claim.renyi.empty()) continue;
    auto const mu = std::sqrt(2 * *claim.rho);
    for (auto t = -4.0; t < 8; t += 0.1) CHECK(allowed(warner::sim::normal_cdf(mu - t), warner::sim::normal_cdf(-t)));
  }
}

TEST_CASE("a line rises with the divergence that it is drawn for", "[verify]") {
  for (auto const& claim : claims)
    for (auto const& line : lines_of(claim)) {
      auto const divergence = claim.at(line.order);
      CHECK(line.epsilon() >= 0);
      CHECK(line.delta(divergence) < line.delta(1.01 * divergence));
      CHECK(line.delta(divergence) > line.delta(0.99 * divergence));
    }
}

TEST_CASE("claims that make no sense are refused, and say why", "[verify]") {
  CHECK_THROWS_WITH(at_once({warner::mechanisms::ZeroConcentratedDp{0}}), Catch::Contains("rho"));
  CHECK_THROWS_WITH(at_once({RenyiDp{2, 0}}), Catch::Contains("epsilon"));
  CHECK_THROWS_WITH(at_once({RenyiDp{1, 1}}), Catch::Contains("alpha"));
  CHECK_THROWS_WITH(at_once({RenyiDp{2e4, 1}}), Catch::Contains("alpha"));
}

TEST_CASE("several claims have the statements of all", "[verify]") {
  auto const both = at_once({warner::mechanisms::PureDp{1}, warner::mechanisms::ZeroConcentratedDp{0.1},
                             warner::mechanisms::GaussianDp{0.5}, RenyiDp{4, 0.3}, RenyiDp{2, 0.1}});
  CHECK(both.others.size() == 2);
  CHECK(both.divergences.renyi.front().alpha == 2);
  auto const all = statements_of(both);
  for (auto const epsilon : {0.0, 0.3, 0.6, 0.9}) {
    CHECK(delta_at(all, epsilon) <= delta_at(implied_by(both.divergences), epsilon) * (1 + 1e-9));
    CHECK(delta_at(all, epsilon) <= (std::exp(1.0) - std::exp(epsilon)) / (1 + std::exp(1.0)) * (1 + 1e-9));
  }
}

// Beyond e^709 the plain formula has no numbers: the same with the largest power taken out must go on where it ends.
TEST_CASE("lines of large orders are numbers, and go on where small ones end", "[verify]") {
  for (auto const outside : {-1e-3, -0.5, -20.0}) {
    DivergenceLine const below{1000, 0.6 * (1 - 1e-9), outside}, above{1000, 0.6 * (1 + 1e-9), outside};
    CHECK(std::fabs(above.epsilon() - below.epsilon()) <= 3e-9);
    for (auto const divergence : {0.3, 0.599, 0.605})
      CHECK(std::fabs(above.delta(divergence) - below.delta(divergence)) <= 1e-5 * below.delta(divergence) + 1e-12);
  }
  for (auto const& [order, epsilon] : {std::pair{1000.0, 1.0}, {10'000.0, 1.0}, {64.0, 32.0}, {5000.0, 50.0}}) {
    ClaimedDivergences const claim{.renyi = {{order, epsilon}}};
    auto const lines = lines_of(claim);
    CHECK_FALSE(lines.empty());
    for (auto const& line : lines) {
      CHECK(std::isfinite(line.epsilon()));
      CHECK((line.delta(epsilon) > 0 && line.delta(epsilon) < 1));
    }
  }
}
