#include "verify/utility.hpp"

#include <atomic>
#include <cmath>

#include "mechanisms/central/laplace.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/erring.hpp"

using namespace warner;
using namespace warner::verify;
using Catch::Matchers::Contains;
using Kind = UtilityClaim::Kind;

namespace {

UtilityOptions about_laplace(std::vector<UtilityClaim> claims, std::uint64_t budget = 200'000) {
  return {.truth = {0},
          .answers = {{0, {}}},
          .claims = std::move(claims),
          .level = 1e-6,
          .budget = budget,
          .execution = {1, nullptr, nullptr}};
}

Utility of_laplace(double scale, std::vector<UtilityClaim> const& claims) {
  return measure_utility(mechanisms::central::Laplace{1 / scale}, {0}, about_laplace(claims));
}

}  // namespace

// Level 1e-6 for all sound arms. Each wrong arm is at least ten standard errors off at 200,000 releases.
TEST_CASE("claims of accuracy are spared where they hold, and refuted where they do not", "[verify][statistical]") {
  std::vector<UtilityClaim> const claims{{Kind::rmse, 1.4143, 0},
                                         {Kind::bias, 0, 0},
                                         {Kind::median, 0, 0},
                                         {Kind::quantile, 2.9958, 0.95},
                                         {Kind::largest, 37, 0}};
  auto const sound = of_laplace(1, claims);
  CHECK(!sound.refuted());
  CHECK(sound.end == Utility::End::budget_spent);
  CHECK(sound.releases == 200'000);
  for (auto const& tested : sound.claims) CHECK(tested.level == Approx(2e-7));
  CHECK(sound.claims[0].certified > 1.36);
  CHECK(sound.rmse.upper.value() < 1.5);
  CHECK(sound.bias.lower.value() > -0.03);
  CHECK(sound.bias.upper.value() < 0.03);

  for (auto const& [scale, claim] : std::vector<std::pair<double, UtilityClaim>>{
           {1.05, {Kind::rmse, 1.4143, 0}}, {1.05, {Kind::quantile, 2.9958, 0.95}}, {1, {Kind::largest, 5, 0}}}) {
    auto const wrong = of_laplace(scale, {claim});
    CHECK(wrong.refuted());
    CHECK(wrong.end == Utility::End::refuted);
    CHECK(wrong.releases < 200'000);
    CHECK(wrong.claims[0].after == wrong.releases);
  }
}

TEST_CASE("a bias is found by a second moment, by a bound, and by the median", "[verify][statistical]") {
  toys::Erring const shifted{{}, 1, 0.05};
  for (auto const& claims : std::vector<std::vector<UtilityClaim>>{{{Kind::bias, 0.01, 0}, {Kind::rmse, 1.5, 0}},
                                                                   {{Kind::bias, 0.01, 0}, {Kind::largest, 40, 0}},
                                                                   {{Kind::median, 0.01, 0}}}) {
    auto asked = toys::Erring::question(claims);
    asked.level = 1e-6;
    auto const measured = measure_utility(shifted, {0}, asked);
    CHECK(measured.claims[0].refuted);
    if (claims.size() == 1) continue;
    CHECK(!measured.claims[1].refuted);
    CHECK(measured.claims[0].certified > 0.01);
    CHECK(measured.bias.lower.value() <= 0.05);
    CHECK(measured.bias.upper.value() >= 0.05);
  }
}

// Level 1e-6. The RMSE of the answers together is 1, that of the first alone is sqrt(3); each wrong arm is ten standard
// errors off.
TEST_CASE("a bias is sought in the answer that errs, whose own RMSE may exceed that of all", "[verify][statistical]") {
  toys::Erring const sound{{{-std::sqrt(3.0), 0.5}, {std::sqrt(3.0), 0.5}}, 0},
      shifted{{{-std::sqrt(3.0), 0.48}, {std::sqrt(3.0), 0.52}}, 0};
  auto asked = about_laplace({{Kind::rmse, 1 + 1e-9, 0}, {Kind::bias, 0, 0}}, 100'000);
  asked.truth = {0, 0, 0};
  asked.answers = {{0, {}}, {3, {}}, {4, {}}};
  CHECK(!measure_utility(toys::AndExact{sound}, {0}, asked).refuted());
  auto const found = measure_utility(toys::AndExact{shifted}, {0}, asked);
  CHECK(!found.claims[0].refuted);
  CHECK(found.claims[1].refuted);
  CHECK(found.claims[1].certified < shifted.bias());
}

TEST_CASE("intervals that cover too little are refuted, and twins that cover enough are not", "[verify][statistical]") {
  for (auto const half_width : {3.0, 2.7}) {  // coverage 0.9502 and 0.9328
    auto asked = toys::Erring::question({{Kind::coverage, 0, 0.95}});
    asked.level = 1e-6;
    asked.budget = 100'000;
    auto const measured = measure_utility(toys::Erring{{}, half_width}, {0}, asked);
    CHECK(measured.refuted() == (half_width < 2.9));
    CHECK(measured.claims[0].certified >= 1 - std::exp(-half_width));
    CHECK(measured.claims[0].detectable.value() > 0.05);
    CHECK(measured.claims[0].detectable.value() < 0.06);
    CHECK(measured.coverage.lower.value() <= 1 - std::exp(-half_width));
    CHECK(measured.coverage.upper.value() >= 1 - std::exp(-half_width));
    CHECK(measured.width.estimate == Approx(2 * half_width));
  }
}

TEST_CASE("a bias claim is tested together with what bounds it", "[verify]") {
  auto const refused = [](std::vector<UtilityClaim> const& claims) { return of_laplace(1, claims); };
  CHECK_THROWS_WITH(refused({{Kind::bias, 0.1, 0}}), Contains("nothing bounds the mean"));
  CHECK_THROWS_WITH(refused({{Kind::coverage, 0, 0.9}}), Contains("no interval"));
  CHECK_THROWS_WITH(refused({{Kind::quantile, 1, 1}}), Contains("not in (0, 1)"));
  CHECK_THROWS_WITH(refused({{Kind::rmse, 0, 0}}), Contains("not positive"));
  auto asked = about_laplace({});
  asked.truth = {0, 1};
  CHECK_THROWS_WITH(measure_utility(mechanisms::central::Laplace{1}, {0}, asked), Contains("truth: has 2 numbers"));
  asked = about_laplace({});
  asked.answers = {{1, {}}};
  CHECK_THROWS_WITH(measure_utility(mechanisms::central::Laplace{1}, {0}, asked), Contains("no column 1"));
}

TEST_CASE("what is no number is infinitely wrong", "[verify]") {
  toys::Erring const lost{{{std::nan(""), 0.25}, {0.5, 0.75}}, 1};
  auto asked = toys::Erring::question({{Kind::rmse, 100, 0}, {Kind::coverage, 0, 0.9}});
  asked.budget = 5'000;
  auto const measured = measure_utility(lost, {0}, asked);
  CHECK(measured.not_numbers > 0);
  CHECK(measured.claims[0].refuted);
  CHECK(std::isinf(measured.rmse.lower.value()));
  CHECK(measured.claims[1].refuted);
  CHECK(measured.quantiles[0].size.estimate == 0.5);
  CHECK(std::isinf(measured.quantiles[3].size.estimate));
}

TEST_CASE("accuracy is the same for any number of threads", "[verify]") {
  auto asked = about_laplace({{Kind::rmse, 1.5, 0}, {Kind::bias, 0.1, 0}}, 100'000);
  auto const one = measure_utility(mechanisms::central::Laplace{1}, {0}, asked);
  asked.execution.threads = 5;
  auto const five = measure_utility(mechanisms::central::Laplace{1}, {0}, asked);
  CHECK(one.rmse.estimate == five.rmse.estimate);
  CHECK(one.rmse.lower == five.rmse.lower);
  CHECK(one.bias.lower == five.bias.lower);
  CHECK(one.claims[0].log_wealth == five.claims[0].log_wealth);
  for (std::size_t i = 0; i < one.quantiles.size(); ++i)
    CHECK(one.quantiles[i].size.upper == five.quantiles[i].size.upper);
}

TEST_CASE("an interruption keeps what was seen", "[verify]") {
  std::atomic<bool> stop{false};
  auto asked = about_laplace({}, 10'000'000);
  asked.execution = {1, [&](std::uint64_t done, std::uint64_t) { stop = done > 50'000; }, &stop};
  auto const measured = measure_utility(mechanisms::central::Laplace{1}, {0}, asked);
  CHECK(measured.end == Utility::End::interrupted);
  CHECK(measured.releases > 50'000);
  CHECK(measured.releases < 100'000);
  CHECK(measured.rmse.lower.value() > 1.3);
}

TEST_CASE("what an interrupted run would have detected follows from the releases that it drew", "[verify]") {
  std::atomic<bool> stop{false};
  auto asked = about_laplace({{Kind::quantile, 20, 0.99}}, 10'000'000);
  asked.execution = {1, [&](std::uint64_t done, std::uint64_t) { stop = done > 50'000; }, &stop};
  auto const interrupted = measure_utility(mechanisms::central::Laplace{1}, {0}, asked);
  REQUIRE(interrupted.end == Utility::End::interrupted);
  auto const whole =
      measure_utility(mechanisms::central::Laplace{1}, {0}, about_laplace({{Kind::quantile, 20, 0.99}}, 10'000'000));
  CHECK(interrupted.claims[0].detectable.value() > 1.02 * whole.claims[0].detectable.value());
}

// The mean error of Laplace noise is 0: a claim of its bias is true, and what it rests on is not.
TEST_CASE("a claim that rests on one that is refuted is open", "[verify]") {
  auto const measured = of_laplace(1, {{Kind::rmse, 0.5, 0}, {Kind::bias, 0.3, 0}});
  CHECK(measured.claims[0].refuted);
  CHECK_FALSE(measured.claims[1].refuted);
  CHECK(measured.claims[1].certified == 0);
  CHECK(measured.refuted());
  CHECK(measured.end == Utility::End::refuted);

  auto later = about_laplace({{Kind::rmse, 1.7, 0}, {Kind::bias, 0.3, 0}});  // of 1.73 and 1: bias is refuted first
  later.truth = {-1};
  auto const taken_back = measure_utility(mechanisms::central::Laplace{1}, {0}, later);
  CHECK(taken_back.claims[0].refuted);
  CHECK_FALSE(taken_back.claims[1].refuted);
  CHECK(taken_back.claims[1].after == 0);
}

TEST_CASE("errors whose squares leave the range of doubles refute nothing", "[verify]") {
  CHECK_THROWS_WITH(of_laplace(1e170, {{Kind::rmse, 1e171, 0}}), Contains("is not in [1e-150, 1e150]"));
  CHECK_FALSE(of_laplace(1e140, {{Kind::rmse, 1.5e140, 0}}).refuted());
  CHECK(of_laplace(1e140, {{Kind::rmse, 1e140, 0}}).refuted());
  auto const huge = of_laplace(1e200, {{Kind::quantile, 3e200, 0.95}});
  CHECK_FALSE(huge.refuted());
  CHECK(huge.rmse.lower.value() < 1.5e200);
}
