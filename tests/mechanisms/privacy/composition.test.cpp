#include "mechanisms/privacy/composition.hpp"

#include <cmath>
#include <vector>

#include "mechanisms/privacy/lattice_law.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "mechanisms/privacy/renyi.hpp"
#include "tests/golden/privacy.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms::privacy;
using Catch::Approx;

namespace {

Approx exactly(double value) { return Approx(value).epsilon(1e-12).margin(0); }

}  // namespace

TEST_CASE("composition has its known values", "[mechanisms][privacy]") {
  namespace golden = warner::golden;
  CHECK(optimal_composition_delta({0.1, 0}, 2, 0) == exactly(golden::optimal_two_tenths_delta));
  CHECK(optimal_composition_epsilon({0.1, 0}, 2, 1e-3) == exactly(golden::optimal_two_tenths_epsilon));
  CHECK(advanced_composition_upper({0.1, 0}, 2, 1e-5).epsilon == exactly(golden::advanced_two_tenths_epsilon));
  CHECK(subsampled_gaussian_renyi(0.01, 1, 2) == exactly(golden::subsampled_gaussian_remove_renyi_2));
}

TEST_CASE("the optimum is below every bound, and infinite where delta can not be paid", "[mechanisms][privacy]") {
  for (auto const epsilon : {0.01, 0.1, 1.0})
    for (auto const k : {1, 10, 200}) {
      auto const slack = 1e-6;
      Claim const each{epsilon, 1e-9};
      auto const advanced = advanced_composition_upper(each, k, slack),
                 closed = closed_composition_upper(each, k, slack), basic = basic_composition_upper(each, k);
      CHECK(optimal_composition_epsilon(each, k, advanced.delta) <= advanced.epsilon);
      CHECK(optimal_composition_epsilon(each, k, closed.delta) <= closed.epsilon * (1 + 1e-15));
      CHECK(optimal_composition_epsilon(each, k, basic.delta) <= basic.epsilon * (1 + 1e-15));
    }
  CHECK(std::isinf(optimal_composition_epsilon({0.1, 1e-18}, 100, 1e-17)));  // 1 - (1 - delta)^k is 1e-16, not 0
  CHECK(optimal_composition_epsilon({0.1, 0}, 100, 1e-20) == Approx(8.665).epsilon(1e-4));
}

TEST_CASE("groups, samples and relaxations", "[mechanisms][privacy]") {
  CHECK(group_upper({0, 1e-6}, 5).delta == exactly(5e-6));
  CHECK(group_upper({0.1, 1e-6}, 2).delta == exactly(0.000002105170918075647625));
  CHECK(subsampled_upper({1, 1e-6}, 0.01).epsilon == exactly(0.01703686323617654978638525276352163));
  CHECK(relaxed_delta_upper({1, 0.01}, 0.4) == Approx(1.0));
  CHECK(relaxed_delta_tight({1, 0.01}, 0.4) == Approx(0.337).epsilon(2e-3));
  // randomised response has the worst profile of a pure claim
  for (auto const epsilon : {0.0, 0.3, 0.9})
    CHECK(relaxed_delta_tight({1, 0}, epsilon) == exactly(static_cast<double>(k_ary_law(1, 2).law().delta(epsilon))));
  CHECK(mu_upper_of_pure(1) == Approx(1.2329).epsilon(1e-3));
}

TEST_CASE("Renyi and zero-concentrated bounds are above the Gaussian's own profile", "[mechanisms][privacy]") {
  for (auto const mu : {0.1, 1.0, 3.0})
    for (auto const epsilon : {0.5, 2.0, 8.0}) {
      auto const truth = gaussian_delta(mu, epsilon);
      CHECK(std::exp(log_zcdp_delta_upper(gaussian_rho(mu), epsilon)) >= truth);
      for (auto const order : {1.5, 4.0, 40.0})
        CHECK(renyi_delta_upper(order, gaussian_renyi(mu, order), epsilon) >= truth);
    }
  CHECK(zcdp_epsilon_upper(0.1, 1e-5) == exactly(2.245966026289347239636183570290047));
  CHECK(laplace_renyi(1, 0.5) == Approx(laplace_renyi(1, 0.5001)).epsilon(1e-3));
  CHECK_THROWS_AS(subsampled_gaussian_renyi(0.1, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(advanced_composition_upper({1, 0}, 3, 0), std::invalid_argument);
}

TEST_CASE("optimal composition of different claims is the sup over events, by enumeration") {
  std::vector<Claim> const claims{{0.1, 1e-3}, {0.5, 0}, {0.1, 0.02}, {1, 1e-6}, {0.3, 0}};
  auto const law = optimal_composition_law(claims).value();
  for (double const epsilon : {0.0, 0.4, 1.0, 1.9, 2.5}) {
    double kept = 1, sum = 0;
    for (auto const& claim : claims) kept *= 1 - claim.delta;
    for (unsigned truths = 0; truths < 32; ++truths) {  // who answered truly
      double p = 1, q = 1;
      for (unsigned i = 0; i < 5; ++i) {
        auto const share = 1 / (1 + std::exp(-claims[i].epsilon));
        p *= truths >> i & 1 ? share : 1 - share;
        q *= truths >> i & 1 ? 1 - share : share;
      }
      sum += std::max(0.0, p - std::exp(epsilon) * q);
    }
    CHECK(static_cast<double>(law.delta(epsilon)) == Approx(1 - kept + kept * sum).epsilon(1e-12));
  }
  CHECK(std::isinf(law.epsilon(0.02L)));
  std::vector<Claim> const alike(30, Claim{0.1, 1e-4});
  CHECK(static_cast<double>(optimal_composition_law(alike)->delta(1)) ==
        Approx(optimal_composition_delta({0.1, 1e-4}, 30, 1)).epsilon(1e-13));
  std::vector<Claim> many;
  for (int i = 1; i <= 21; ++i) many.push_back({i * 0.01, 0});
  CHECK_FALSE(optimal_composition_law(many));
}

TEST_CASE("the Renyi divergence of a subsampled Gaussian is one function of its order") {
  for (double const q : {0.01, 0.3})
    for (double const order : {2.0, 3.0, 8.0, 64.0}) {  // the sum at whole orders, the integral beside them
      auto const below = subsampled_gaussian_renyi(q, 1, order * (1 - 1e-9)),
                 above = subsampled_gaussian_renyi(q, 1, order * (1 + 1e-9));
      CHECK(subsampled_gaussian_renyi(q, 1, order) == Approx((below + above) / 2).epsilon(1e-10));
      CHECK(subsampled_gaussian_renyi(q, 1, order, false) <= subsampled_gaussian_renyi(q, 1, order));
    }
  CHECK(subsampled_gaussian_renyi(0.1, 1, 1) ==
        Approx((subsampled_gaussian_renyi(0.1, 1, 1 - 1e-6) + subsampled_gaussian_renyi(0.1, 1, 1 + 1e-6)) / 2)
            .epsilon(1e-8));
}
