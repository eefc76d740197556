#include "verify/search/expected_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"

using namespace warner::verify;

namespace {

PredictedBound const predict{{0, 0.05, 1'000'000}, 1'000'000, 1};

/// Expected counts of Laplace(1) releases of 1 (D) and 0 (D') on a coarse grid.
std::vector<Count> laplace_counts() {
  auto const cdf = [](double z) { return z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2; };
  std::vector<Count> counts;
  for (double y = -6; y < 7; y += 0.5)
    counts.push_back({y, 5e5 * (cdf(y - 0.5) - cdf(y - 1)), 5e5 * (cdf(y + 0.5) - cdf(y)), y + 0.25});
  return counts;
}

struct Event {
  double right = 0, wrong = 0;
};
Event event_of(std::vector<Count> const& counts, std::size_t low, std::size_t high, bool low_says_d) {
  Event event;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (i >= low && i < high) continue;
    auto const says_d = (i < low) == low_says_d;
    event.right += says_d ? counts[i].d : counts[i].d_prime;
    event.wrong += says_d ? counts[i].d_prime : counts[i].d;
  }
  return event;
}

}  // namespace

TEST_CASE("where a model expects what was seen, its cuts are those of the counts", "[verify]") {
  auto const counts = laplace_counts();
  for (auto const orientation : {Orientation::high_says_d, Orientation::either}) {
    auto const by_counts = best_cuts_at({}, counts, predict, orientation);
    auto const by_model = best_expected_cuts({counts, counts.size(), 0}, counts, predict, predict, orientation).value();
    CHECK(by_model.predicted == Catch::Approx(by_counts.predicted).epsilon(1e-12));
    CHECK(by_model.low_end == by_counts.low_end);
    CHECK(by_model.high_begin == by_counts.high_begin);
    CHECK_FALSE(by_model.low_says_d);
    auto const event = event_of(counts, by_model.low_end, by_model.high_begin, false);
    CHECK(by_model.right == Catch::Approx(event.right));
    CHECK(by_model.wrong == Catch::Approx(event.wrong));
  }
}

TEST_CASE("the other way round is found where it is allowed", "[verify]") {
  auto counts = laplace_counts();
  for (auto& count : counts) std::swap(count.d, count.d_prime);
  auto const either =
      best_expected_cuts({counts, counts.size(), 0}, counts, predict, predict, Orientation::either).value();
  CHECK(either.low_says_d);
  CHECK(either.predicted > 0.9);
  auto const high = best_expected_cuts({counts, counts.size(), 0}, counts, predict, predict, Orientation::high_says_d);
  CHECK((!high || high->predicted < 0.1));
}

TEST_CASE("of all cuts it is the one whose smaller bound, of the model and of the counts, is largest", "[verify]") {
  auto const seen = laplace_counts();
  auto expected = seen;
  for (std::size_t i = 0; i < 6; ++i) expected[i].d /= 4;  // a model that expects more of the lower tail than there is
  for (auto const delta : {0.0, 0.01}) {                   // of which one direction spends half
    PredictedBound const by_model{{delta, 0.05, 1'000'000}, 1'000'000, 0},
        by_counts{{delta, 0.05, 1'000'000}, 1'000'000, 0.5};
    auto most = -std::numeric_limits<double>::infinity();
    for (std::size_t low = 0; low <= seen.size(); ++low)
      for (auto high = std::max(low, std::size_t{1}); high <= seen.size(); ++high) {
        auto const model = event_of(expected, low, high, false), sample = event_of(seen, low, high, false);
        auto const share = ((low > 0) + (high < seen.size())) / 2.0;
        most = std::max(
            most, std::min(by_model(model.right, model.wrong, share), by_counts(sample.right, sample.wrong, share)));
      }
    auto const best =
        best_expected_cuts({expected, seen.size(), 0}, seen, by_model, by_counts, Orientation::high_says_d).value();
    CHECK(best.predicted == Catch::Approx(most).epsilon(1e-12));
  }
}

TEST_CASE("a model is asked only about what it speaks of, and only for more than is had", "[verify]") {
  auto const counts = laplace_counts();
  auto const tails =
      best_expected_cuts({counts, 4, counts.size() - 3}, counts, predict, predict, Orientation::high_says_d).value();
  CHECK(tails.low_end <= 4);
  CHECK(tails.high_begin >= counts.size() - 3);
  CHECK_FALSE(best_expected_cuts({counts, 4, counts.size() - 3}, counts, predict, predict, Orientation::high_says_d,
                                 tails.predicted));
  CHECK(best_expected_cuts({counts, 4, counts.size() - 3}, counts, predict, predict, Orientation::high_says_d,
                           tails.predicted - 1e-9));
  CHECK_FALSE(best_expected_cuts({{}, 0, 0}, {}, predict, predict, Orientation::either));
}
