#include "mechanisms/contract/guarantee.hpp"

#include <cmath>
#include <limits>

#include "mechanisms/privacy/profile.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using Catch::Approx;

TEST_CASE("guarantees are worded", "[mechanisms]") {
  CHECK(describe(PureDp{1}) == "epsilon = 1");
  CHECK(describe(ApproximateDp{1, 1e-5}) == "(epsilon, delta) = (1, 1e-05)");
  CHECK(describe(GaussianDp{0.5}) == "mu = 0.5 (Gaussian DP)");
  CHECK(describe(RenyiDp{2, 0.3}) == "(alpha, epsilon) = (2, 0.3) (Renyi DP)");
  CHECK(describe(ZeroConcentratedDp{0.1}) == "rho = 0.1 (zero-concentrated DP)");
}

TEST_CASE("the statement of a guarantee at a delta follows from it", "[mechanisms]") {
  CHECK(statement_at(PureDp{1}, 0).epsilon == 1);
  CHECK(statement_at(PureDp{1}, 0.1).delta == 0.1);
  CHECK(statement_at(ApproximateDp{1, 1e-5}, 1e-4).epsilon == 1);
  for (double const mu : {0.1, 1.0, 5.0})
    for (double const delta : {1e-2, 1e-6, 1e-12}) {
      auto const [epsilon, spent] = statement_at(GaussianDp{mu}, delta);
      CHECK(spent == delta);
      CHECK(warner::mechanisms::privacy::gaussian_delta(mu, epsilon) <=
            delta);  // against ourselves: implied, not approximated
      if (epsilon > 1e-9) CHECK(warner::mechanisms::privacy::gaussian_delta(mu, epsilon * (1 - 1e-9)) > delta);
    }
  CHECK(statement_at(GaussianDp{0}, 0).epsilon == 0);
  CHECK(statement_at(RenyiDp{3, 0.5}, 1e-5).epsilon == Approx(0.5 + std::log(1e5) / 2));
  CHECK(statement_at(RenyiDp{3, 0.5}, 1e-5).epsilon >= 0.5 + std::log(1e5) / 2);
  CHECK(statement_at(ZeroConcentratedDp{0.1}, 1e-5).epsilon == Approx(0.1 + 2 * std::sqrt(0.1 * std::log(1e5))));
}

TEST_CASE("a delta that a guarantee does not reach is refused", "[mechanisms]") {
  CHECK_THROWS_WITH(statement_at(ApproximateDp{1, 1e-5}, 1e-6),
                    Catch::Contains("delta: 1e-06 is below the claimed 1e-05"));
  for (Guarantee const& guarantee :
       {Guarantee{GaussianDp{1}}, Guarantee{RenyiDp{2, 1}}, Guarantee{ZeroConcentratedDp{1}}})
    CHECK_THROWS_WITH(statement_at(guarantee, 0), Catch::Contains("delta: 0"));
  for (double const delta : {-0.1, 1.0, std::nan("")})
    CHECK_THROWS_WITH(statement_at(PureDp{1}, delta), Catch::Contains("delta: ") && Catch::Contains("[0, 1)"));
}

TEST_CASE("numbers that are no guarantee are refused", "[mechanisms]") {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  for (double const bad : {-1.0, infinity, std::nan("")})
    for (Guarantee const& guarantee :
         {Guarantee{PureDp{bad}}, Guarantee{ApproximateDp{bad, 0}}, Guarantee{GaussianDp{bad}},
          Guarantee{RenyiDp{2, bad}}, Guarantee{ZeroConcentratedDp{bad}}})
      CHECK_THROWS_AS(validate(guarantee), std::invalid_argument);
  for (double const bad : {-0.1, 1.0, std::nan("")})
    CHECK_THROWS_AS(validate(ApproximateDp{1, bad}), std::invalid_argument);
  for (double const bad : {1.0, 0.5, std::nan("")}) CHECK_THROWS_AS(validate(RenyiDp{bad, 1}), std::invalid_argument);
  CHECK_NOTHROW(validate(PureDp{0}));
  CHECK_NOTHROW(validate(ApproximateDp{0, 0.5}));
}
