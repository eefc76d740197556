#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/game/sample.hpp"
#include "verify/learn/fit_together.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr auto not_a_number = std::numeric_limits<double>::quiet_NaN();

double score_of(Additive const& score, std::vector<double> const& release) {
  mechanisms::ConstBatch const batch{release.data(), 1, release.size()};
  double sum = 0;
  for (auto const& bins : score.coordinates) {
    auto const y = batch(0, bins.feature.column);
    if (!std::isnan(y))
      sum += bins.log_ratio[static_cast<std::size_t>(std::ranges::upper_bound(bins.edges, y) - bins.edges.begin())];
  }
  return sum;
}

}  // namespace

TEST_CASE("what two coordinates say alike is said once when they are fitted together, twice when alone", "[verify]") {
  toys::SameFlagTwice const mechanism;
  mechanisms::Pair const pair{{1}, {0}, mechanisms::Relation::substitute, {}};
  auto const sample = draw_sample(mechanism, pair, {0, 40'000}, 3, sim::Generator::ars, {});
  auto const d = sample.releases_d(), d_prime = sample.releases_d_prime();
  auto const together = fitted_together(axes_of(d, d_prime, 12, {}), d, d_prime);
  auto const up = std::log(2 / (1 + std::exp(-1.0))), down = std::log(2 / (1 + std::exp(1.0)));  // 0.38, -0.62
  CHECK(std::fabs(score_of(together, {1, 1, 0.3}) - up) < 0.08);  // 40,000 a dataset: seven standard errors and more
  CHECK(std::fabs(score_of(together, {0, 0, not_a_number}) - down) < 0.08);
  Bins const flag{{Feature::Kind::coordinate, 0}, {0.5}, {down, up}},
      copy{{Feature::Kind::coordinate, 1}, {0.5}, {down, up}};
  Additive const alone{{flag, copy}};
  CHECK(std::fabs(score_of(alone, {0, 0, not_a_number}) - down) > 0.5);
  auto const mended = fitted_together(alone, d, d_prime);
  CHECK(std::fabs(score_of(mended, {0, 0, not_a_number}) - down) < 0.08);
}

TEST_CASE("numbers that lie elsewhere in another context have edges in each", "[verify]") {
  std::vector<double> d(2 * 4000), d_prime(2 * 4000);
  for (std::size_t i = 0; i < 4000; ++i) {
    d[i] = d_prime[i] = i % 100 == 0 ? 1 : 0;  // a rare flag
    d[4000 + i] = d_prime[4000 + i] = (i % 100 == 0 ? 1000 : 0) + static_cast<double>(i) / 4000;
  }
  auto const edges = axes_of({d.data(), 4000, 2}, {d_prime.data(), 4000, 2}, 12, {}).at(1).edges;
  CHECK(std::ranges::count_if(edges, [](double edge) { return edge > 1000; }) >= 6);
  CHECK(std::ranges::count_if(edges, [](double edge) { return edge < 1000; }) >= 10);
}

TEST_CASE("a value that keeps coming back has a bin of its own, and NaN none", "[verify]") {
  std::vector<double> d(4000), d_prime(4000);
  for (std::size_t i = 0; i < 4000; ++i) {
    d[i] = i % 2 == 0 ? 0.25 : static_cast<double>(i) / 4000;
    d_prime[i] = i % 4 == 0 ? not_a_number : static_cast<double>(i) / 4000;
  }
  auto const axis = axes_of({d.data(), 4000, 1}, {d_prime.data(), 4000, 1}, 12, {}).at(0);
  REQUIRE(axis.symbol.size() == axis.edges.size() + 1);
  CHECK(std::ranges::count(axis.symbol, std::optional{0.25}) == 1);
  CHECK(axis.range().size() == axis.symbol.size() - 1);
  CHECK(axis.range().size() >= 12);
}
