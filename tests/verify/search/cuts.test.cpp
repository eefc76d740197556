#include "verify/search/cuts.hpp"

#include <cmath>
#include <numeric>

#include "tests/support/catch.hpp"
#include "verify/game/counts.hpp"

using namespace warner::verify;

namespace {

/// Expected counts of Laplace(1) releases of 0 and 1 on a grid.
std::vector<Count> laplace_counts(double n) {
  std::vector<Count> counts;
  auto const cdf = [](double z) { return z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2; };
  constexpr double step = 1.0 / 64;
  for (double y = -12; y < 13; y += step)
    counts.push_back({y, n * (cdf(y + step) - cdf(y)), n * (cdf(y + step - 1) - cdf(y - 1))});
  return counts;
}

}  // namespace

TEST_CASE("cuts find the optimal events of the Laplace mechanism", "[verify]") {
  auto const counts = laplace_counts(500'000);
  PredictedBound const predict{{0, 0.05, 9'000'000}, 1'000'000, 3.5};
  auto const cuts = best_cuts(counts, predict, Orientation::either);
  CHECK(cuts.low_says_d);
  CHECK(counts[cuts.low_end].value == Catch::Approx(0).margin(0.1));
  CHECK(counts[cuts.high_begin].value == Catch::Approx(1).margin(0.1));
  CHECK(cuts.predicted == Catch::Approx(1).margin(0.02));
  // With the wrong orientation nothing can be certified.
  CHECK(best_cuts(counts, predict, Orientation::high_says_d).predicted < 0.2);
}

TEST_CASE("cuts prefer a support violation to a common weak event", "[verify]") {
  std::vector<Count> const counts{{0, 40'000, 60'000}, {1, 50'000, 40'000}, {2, 10'000, 0}};
  auto const cuts = best_cuts(counts, PredictedBound{{0, 0.05, 1'800'000}, 200'000, 3.5}, Orientation::either);
  CHECK(cuts.low_end == 0);
  CHECK(cuts.high_begin == 2);
  CHECK_FALSE(cuts.low_says_d);
  CHECK(cuts.predicted > 5);
}

TEST_CASE("cuts of nothing never speak", "[verify]") {
  auto const cuts = best_cuts({}, PredictedBound{{0, 0.05, 100}, 10, 3.5}, Orientation::either);
  CHECK(cuts.low_end == 0);
  CHECK(cuts.high_begin == 0);
}

TEST_CASE("positions reach into the tails", "[verify]") {
  std::vector<Count> counts;
  for (int i = 0; i < 1'000'000; ++i) counts.push_back({static_cast<double>(i), 1, 0});
  auto const positions = spread_positions(counts, 256);
  CHECK(positions.front() == 0);
  CHECK(positions.back() == counts.size());
  CHECK(positions.size() <= 270);
  CHECK(positions[1] < 20);
  CHECK(std::is_sorted(positions.begin(), positions.end()));
}
