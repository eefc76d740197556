#include "verify/learn/axes.hpp"

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

/// A flag that is up with probability 1/2 under 0 and e / (1 + e) under 1, twice over, and Laplace noise about 0 beside
/// it where it is up, else NaN.
struct SameFlagTwice {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"flag", mechanisms::Column::Kind::flag},
            {"again", mechanisms::Column::Kind::flag},
            {"y", mechanisms::Column::Kind::real}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(d[0] == 1 ? 1 / (1 + std::exp(-1.0)) : 0.5), out.column(0));
    sim::fill_laplace(stream, 0, 1, out.column(2));
    for (std::size_t i = 0; i < out.releases(); ++i) {
      out(i, 1) = out(i, 0);
      if (out(i, 0) == 0) out(i, 2) = not_a_number;
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

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

TEST_CASE("a value that keeps coming back is a symbol with a bin of its own, numbers have a range", "[verify]") {
  std::vector<double> d(2 * 1000), d_prime(2 * 700);  // not as many of each
  for (std::size_t i = 0; i < 1000; ++i) d[i] = i % 3 == 0 ? 7 : static_cast<double>(i), d[1000 + i] = 4;
  for (std::size_t i = 0; i < 700; ++i) d_prime[i] = i % 2 == 0 ? not_a_number : 7, d_prime[700 + i] = 4;
  auto const axes = axes_of({d.data(), 1000, 2}, {d_prime.data(), 700, 2}, 12);
  REQUIRE(axes.size() == 2);
  auto const& bins = axes[0].bins;
  auto const& range = axes[0].range;
  CHECK(bins.feature.column == 0);
  CHECK(bins.log_ratio == std::vector<double>(bins.edges.size() + 1));
  auto const bin_of = [&](double y) { return std::ranges::upper_bound(bins.edges, y) - bins.edges.begin(); };
  CHECK(bin_of(7) != bin_of(5));
  CHECK(bin_of(7) != bin_of(8));
  CHECK(range.size() + 1 == bins.log_ratio.size());
  CHECK(std::ranges::find(range, static_cast<std::size_t>(bin_of(7))) == range.end());
  CHECK(axes[1].bins.edges.empty());
  CHECK(axes[1].range.empty());
}

TEST_CASE("what two coordinates say alike is said once when they are fitted together, twice when alone", "[verify]") {
  SameFlagTwice const mechanism;
  mechanisms::Pair const pair{{1}, {0}, mechanisms::Relation::substitute, {}};
  auto const sample = draw_sample(mechanism, pair, {0, 40'000}, 3, sim::Generator::ars, {});
  auto const d = sample.releases_d(), d_prime = sample.releases_d_prime();
  auto const together = fitted_together(axes_of(d, d_prime, 12), d, d_prime);
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
  auto const edges = axes_of({d.data(), 4000, 2}, {d_prime.data(), 4000, 2}, 12).at(1).bins.edges;
  CHECK(std::ranges::count_if(edges, [](double edge) { return edge > 1000; }) >= 6);
  CHECK(std::ranges::count_if(edges, [](double edge) { return edge < 1000; }) >= 10);
}
