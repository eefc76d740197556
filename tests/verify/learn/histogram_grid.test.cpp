#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

TEST_CASE("a grid sorts releases by the bins they are in, and NaN into one of its own", "[verify]") {
  std::vector<double> const d{1, 1, 0, 0, 0.5, not_a_number, -3, not_a_number},
      d_prime{0, 0, 0, 1, 2.5, 2, not_a_number, not_a_number};  // two columns of four
  HistogramGrid const grid{{d.data(), 4, 2}, {d_prime.data(), 4, 2}, 8, {}};
  auto const cells = grid.cells_of({d.data(), 4, 2}, {d_prime.data(), 4, 2});
  auto const of_nan = grid.axes()[1].edges.size() + 1;
  double seen_d = 0, seen_d_prime = 0;
  int with_nan = 0;
  for (auto const& cell : cells) {
    seen_d += cell.d;
    seen_d_prime += cell.d_prime;
    REQUIRE(cell.bins[1] <= of_nan);
    if (cell.bins[1] != of_nan) continue;
    ++with_nan;  // (1, NaN) and (0, NaN), once under either dataset
    CHECK(cell.d == 1);
    CHECK(cell.d_prime == 1);
  }
  CHECK(with_nan == 2);
  CHECK(seen_d == 4);
  CHECK(seen_d_prime == 4);
  auto const bins = [&](double first, double second) {
    std::vector<double> const one{first, second};
    return grid.cells_of({one.data(), 1, 2}, {one.data(), 0, 2}).front().bins;
  };
  CHECK(bins(1, not_a_number)[1] == grid.axes()[1].edges.size() + 1);
  CHECK(bins(0, not_a_number) != bins(1, not_a_number));
  CHECK(bins(0, 2.5) == bins(0, 2.5));
}

TEST_CASE("millions of releases lie in few cells, the same for any number of threads", "[verify][same-bytes]") {
  SameFlagTwice const mechanism;
  auto const sample = draw_sample(mechanism, toys::zero_one, {0, 4096}, 3, sim::Generator::ars, {});
  HistogramGrid const grid{sample.releases_d(), sample.releases_d_prime(), 12, {}};
  auto const count = [&](int threads) {
    sim::Execution execution;
    execution.threads = threads;
    return grid.count(mechanism, toys::zero_one, {0, 100'000}, 3, sim::Generator::ars, execution);
  };
  auto const once = count(1), again = count(3);
  REQUIRE(once.size() == again.size());
  CHECK(once.size() < 40);
  for (std::size_t i = 0; i < once.size(); ++i) {
    CHECK(once[i].bins == again[i].bins);
    CHECK(once[i].d == again[i].d);
    CHECK(once[i].d_prime == again[i].d_prime);
  }
  CHECK(std::accumulate(once.begin(), once.end(), 0.0, [](double sum, Cell const& cell) { return sum + cell.d; }) ==
        100'000);
}

TEST_CASE("cells of many columns are kept apart", "[verify]") {
  constexpr std::size_t width = 12, many = 1 << width;  // every release of twelve flags once, under either dataset
  std::vector<double> flags(width * many);
  for (std::size_t j = 0; j < width; ++j)
    for (std::size_t i = 0; i < many; ++i) flags[j * many + i] = static_cast<double>(i >> j & 1);
  mechanisms::ConstBatch const d{flags.data(), many, width};
  auto const copy = flags;
  mechanisms::ConstBatch const d_prime{copy.data(), many, width};
  HistogramGrid const grid{d, d_prime, 12, {}};
  auto const cells = grid.cells_of(d, d_prime);
  CHECK(cells.size() == many);
  CHECK(std::ranges::all_of(cells, [](Cell const& cell) { return cell.d == 1 && cell.d_prime == 1; }));
}

TEST_CASE("what two coordinates say alike is said once when they are fitted together, twice when alone", "[verify]") {
  SameFlagTwice const mechanism;
  mechanisms::Pair const pair{{1}, {0}, mechanisms::Relation::substitute, {}};
  auto const sample = draw_sample(mechanism, pair, {0, 40'000}, 3, sim::Generator::ars, {});
  auto const d = sample.releases_d(), d_prime = sample.releases_d_prime();
  HistogramGrid const grid{d, d_prime, 12, {}};
  auto const together = fitted_together(grid, grid.cells_of(d, d_prime));
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
  HistogramGrid const grid{{d.data(), 4000, 2}, {d_prime.data(), 4000, 2}, 12, {}};
  CHECK(std::ranges::count_if(grid.axes()[1].edges, [](double edge) { return edge > 1000; }) >= 6);
  CHECK(std::ranges::count_if(grid.axes()[1].edges, [](double edge) { return edge < 1000; }) >= 10);
}
