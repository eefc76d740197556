#include "mechanisms/contract/tradeoff_dp.hpp"

#include <cmath>
#include <stdexcept>

#include "mechanisms/catalogue/as_private_as.hpp"
#include "mechanisms/privacy/composition.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "mechanisms/privacy/tradeoff.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using privacy::as_private_as;
using privacy::pair_law;

TEST_CASE("statements that follow from others go", "[mechanisms]") {
  auto const epsilons = [](std::vector<ApproximateDp> statements) {
    std::vector<double> left;
    for (auto const& statement : all_at_once(std::move(statements), "").statements) left.push_back(statement.epsilon);
    return left;
  };
  CHECK(epsilons({{1, 0.1}, {0, 0.3}}) == std::vector<double>{0, 1});
  CHECK(epsilons({{1, 0.1}, {2, 0.1}, {1, 0.2}}) == std::vector<double>{1});
  CHECK(epsilons({{1, 0}, {0, 0.9}}) == std::vector<double>{1});  // (1, 0) alone bounds the total variation by 0.46
  CHECK(epsilons({{0, 0.3}, {1, 0.29}, {2, 0.01}}) == std::vector<double>{0, 2});  // above the chord
}

TEST_CASE("what follows between statements bounds the profile that they were taken from", "[mechanisms]") {
  for (auto const* const name : {"laplace", "gaussian", "randomised-response"}) {
    auto const law = pair_law(name, {});
    auto const claim = as_private_as({{law, 1}}, "");
    CHECK(claim.statements.size() <= 18);
    for (double epsilon = 0; epsilon < 8; epsilon += 0.01) {
      CAPTURE(name, epsilon);
      CHECK(delta_at(claim, epsilon) >= law.delta(epsilon) * (1 - 1e-15));
      if (epsilon < claim.statements.back().epsilon) CHECK(delta_at(claim, epsilon) <= law.delta(epsilon) + 0.03);
    }
  }
  // One statement: below its epsilon, the worst pair of that claim.
  auto const one = all_at_once({{1, 0.1}}, "");
  for (double epsilon = 0; epsilon <= 1; epsilon += 0.125)
    CHECK(delta_at(one, epsilon) == Catch::Approx(privacy::relaxed_delta_tight({1, 0.1}, epsilon)));
  CHECK(delta_at(one, 3) == 0.1);
}

TEST_CASE("epsilon at delta undoes delta at epsilon, from above", "[mechanisms]") {
  auto const claim = all_at_once({{0, 0.4}, {0.5, 0.1}, {2, 1e-3}}, "");
  for (double epsilon = 0.01; epsilon < 2; epsilon += 0.01)
    CHECK(epsilon_at(claim, delta_at(claim, epsilon)) == Catch::Approx(epsilon));
  for (auto const delta : {1e-3, 0.01, 0.2}) CHECK(delta_at(claim, epsilon_at(claim, delta)) <= delta);
  CHECK(epsilon_at(claim, 0.7) == 0);
  CHECK_THROWS_WITH(epsilon_at(claim, 1e-4), Catch::StartsWith("delta: 0.0001 is below the claimed 0.001"));
  CHECK(statement_at(claim, 0.1).epsilon == Catch::Approx(0.5));
  CHECK(usual_delta(claim) == 1e-3);
}

TEST_CASE("compositions are claimed with certified upper bounds", "[mechanisms]") {
  auto const tenth = pair_law("laplace", {{"epsilon", 0.1}});
  auto const claim = as_private_as({{tenth, 10}}, "as private as ten");
  CHECK(describe(claim) == "as private as ten");
  CHECK(claim.statements.back().epsilon == Catch::Approx(1));  // basic composition
  CHECK(claim.statements.back().delta == 0);
  for (auto const& [epsilon, delta] : claim.statements)
    if (delta > 0) CHECK(delta >= privacy::compose_delta({{tenth, 10}}, epsilon).lower);
  auto const rounds = as_private_as({{pair_law("gaussian", {{"sigma", 2}}), 4}}, "");  // one of sigma = 1
  for (auto const& [epsilon, delta] : rounds.statements)
    CHECK(delta == Catch::Approx(privacy::gaussian_delta(1, epsilon)).epsilon(1e-9));
}

// The claim's deltas are certified upper bounds, and close: what compose certifies from below is a thousandth away at
// most.
namespace {

void check_as_private_as(int count) {
  std::vector<privacy::Repeated> const releases{{pair_law("subsampled-gaussian", {{"q", 0.01}, {"sigma", 1}}), count}};
  auto const claim = as_private_as(releases, "");
  CHECK(claim.statements.size() >= 10);
  for (auto const i : {std::size_t{0}, claim.statements.size() / 2}) {
    auto const [epsilon, delta] = claim.statements[i];
    auto const lower = privacy::compose_delta(releases, epsilon).lower;
    CAPTURE(count, epsilon, delta, lower);
    CHECK(delta >= lower);
    CHECK(delta <= lower * 1.005);
  }
}

}  // namespace

TEST_CASE("a claim to be as private as ten subsampled releases is above the truth, and near it", "[mechanisms]") {
  check_as_private_as(10);
}

TEST_CASE("a claim to be as private as 200 subsampled releases is above the truth, and near it", "[mechanisms]") {
  check_as_private_as(200);
}

TEST_CASE("the tangent touches where the trade-off function is", "[mechanisms]") {
  auto const claim = as_private_as({{pair_law("gaussian", {}), 1}}, "");
  for (auto const alpha : {1e-4, 0.01, 0.1, 0.3}) {
    auto const epsilon = tangent_epsilon(claim, alpha), line = 1 - delta_at(claim, epsilon) - std::exp(epsilon) * alpha;
    CHECK(line <= privacy::gaussian_tradeoff(1, alpha));
    CHECK(line > privacy::gaussian_tradeoff(1, alpha) - 0.01);
  }
}

TEST_CASE("nonsense is no claim", "[mechanisms]") {
  CHECK_THROWS_AS(all_at_once({}, ""), std::invalid_argument);
  CHECK_THROWS_AS(all_at_once({{-1, 0}}, ""), std::invalid_argument);
  CHECK_THROWS_AS(all_at_once({{1, 1}}, ""), std::invalid_argument);
  CHECK_THROWS_AS(all_at_once(std::vector<ApproximateDp>(65, {1, 0}), ""), std::invalid_argument);
  CHECK_THROWS_AS(validate(TradeoffDp{}), std::invalid_argument);
  CHECK_THROWS_AS(delta_at(all_at_once({{1, 0}}, ""), -1), std::invalid_argument);
}
