#include "verify/search/cuts.hpp"

#include <algorithm>
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

TEST_CASE("the best cuts of all sizes have the optimal events of the Laplace mechanism among them", "[verify]") {
  auto const counts = laplace_counts(500'000);
  PredictedBound const predict{{0, 0.05, 9'000'000}, 1'000'000, 0};
  auto const all = best_cuts_of_each_size(counts, predict, Shapes::all);
  Cumulated const sums{counts};
  auto const bound = [&](Cuts const& cuts) {
    auto const [right, wrong, share] = sums.event(cuts.low_end, cuts.high_begin, cuts.says);
    return predict(right, wrong, share);
  };
  auto const best = *std::ranges::max_element(all, {}, bound);
  CHECK(best.says == Says{1, 0, -1});
  CHECK(counts[best.low_end].value == Catch::Approx(0).margin(0.3));
  CHECK(counts[best.high_begin].value == Catch::Approx(1).margin(0.3));
  CHECK(bound(best) == Catch::Approx(1).margin(0.02));
  auto const size = [&](Cuts const& cuts) {
    auto const event = sums.event(cuts.low_end, cuts.high_begin, cuts.says);
    return event.right + event.wrong;
  };
  auto const grows = [&](auto const& one, auto const& next) {
    return one.are_inner() != next.are_inner() || size(next) > size(one);
  };
  for (std::size_t i = 1; i < all.size(); ++i) CHECK(grows(all[i - 1], all[i]));
  CHECK(size(all.front()) < 100);  // down into the tails
  for (auto const& cuts : best_cuts_of_each_size(counts, predict, Shapes::of_log_ratios)) CHECK(bound(cuts) < 0.2);
}

TEST_CASE("a support violation is named beside a common weak event", "[verify]") {
  std::vector<Count> const counts{{0, 40'000, 60'000}, {1, 50'000, 40'000}, {2, 10'000, 0}};
  auto const all = best_cuts_of_each_size(counts, PredictedBound{{0, 0.05, 1'800'000}, 200'000, 0}, Shapes::all);
  CHECK(std::ranges::any_of(all, [](Cuts const& cuts) {
    return cuts.low_end == 0 && cuts.high_begin == 2 && cuts.says == Says{-1, 0, 1};
  }));
  CHECK(all.size() > 1);
}

TEST_CASE("where one dataset spreads further, the middle speaks for the other, and both ends for it", "[verify]") {
  std::vector<Count> const counts{
      {0, 100, 2'000}, {1, 4'000, 4'000}, {2, 91'800, 88'000}, {3, 4'000, 4'000}, {4, 100, 2'000}};
  auto const all = best_cuts_of_each_size(counts, PredictedBound{{0, 0.05, 1'800'000}, 200'000, 0}, Shapes::all);
  auto const named = [&](Says const& says, std::size_t low_end, std::size_t high_begin) {
    return std::ranges::any_of(all, [&](Cuts const& cuts) {
      return cuts.says == says && cuts.low_end == low_end && cuts.high_begin == high_begin;
    });
  };
  CHECK(named({-1, 0, -1}, 1, 4));
  CHECK(named({0, 1, 0}, 2, 3));
  auto const of_log_ratios =
      best_cuts_of_each_size(counts, PredictedBound{{0, 0.05, 1'800'000}, 200'000, 0}, Shapes::of_log_ratios);
  for (auto const& cuts : of_log_ratios) CHECK(cuts.says == Says{-1, 0, 1});
}

TEST_CASE("of nothing no cuts are named", "[verify]") {
  PredictedBound const predict{{0, 0.05, 100}, 10, 0};
  CHECK(best_cuts_of_each_size({}, predict, Shapes::all).empty());
  CHECK(best_cuts_of_each_size({{0, 5, 5}}, predict, Shapes::all).empty());
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
