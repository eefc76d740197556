#include "mechanisms/privacy/composition.hpp"

#include <cmath>

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
      auto const advanced = advanced_composition_upper(each, k, slack), closed = closed_composition_upper(each, k, slack), basic = basic_composition_upper(each, k);
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
  for (auto const epsilon : {0.0, 0.3, 0.9}) CHECK(relaxed_delta_tight({1, 0}, epsilon) == exactly(static_cast<double>(k_ary_law(1, 2).law().delta(epsilon))));
  CHECK(mu_upper_of_pure(1) == Approx(1.2329).epsilon(1e-3));
}

TEST_CASE("Renyi and zero-concentrated bounds are above the Gaussian's own profile", "[mechanisms][privacy]") {
  for (auto const mu : {0.1, 1.0, 3.0})
    for (auto const epsilon : {0.5, 2.0, 8.0}) {
      auto const truth = gaussian_delta(mu, epsilon);
      CHECK(std::exp(log_zcdp_delta_upper(gaussian_rho(mu), epsilon)) >= truth);
      for (auto const order : {1.5, 4.0, 40.0}) CHECK(renyi_delta_upper(order, gaussian_renyi(mu, order), epsilon) >= truth);
    }
  CHECK(zcdp_epsilon_upper(0.1, 1e-5) == exactly(2.245966026289347239636183570290047));
  CHECK(laplace_renyi(1, 0.5) == Approx(laplace_renyi(1, 0.5001)).epsilon(1e-3));
  CHECK_THROWS_AS(subsampled_gaussian_renyi(0.1, 1, 2.5), std::invalid_argument);
  CHECK_THROWS_AS(advanced_composition_upper({1, 0}, 3, 0), std::invalid_argument);
}
