#include "verify/bounds/predicted_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

double standard_error(double right, double wrong) { return std::sqrt(1 / right + 1 / wrong); }

double certified(std::uint64_t right, std::uint64_t wrong, std::uint64_t trials, double delta, double level,
                 std::uint64_t odds = 1) {
  return epsilon_lower_bound({right, wrong, trials - right - wrong, odds}, delta, level);
}

double odds_of(double right, double wrong) { return right / wrong; }

/// The growth rate of the wealth, by trial, with the best stake, by search.
double best_growth(double right, double wrong, double epsilon, double delta) {
  auto const odds = std::exp(epsilon);
  double best = 0;
  for (int i = 1; i < 10'000; ++i) {
    auto const s = i / 10'000.0 / (odds + delta);
    best = std::max(best, right * std::log1p(s * (1 - delta)) + wrong * std::log1p(-s * (odds + delta)) +
                              (1 - right - wrong) * std::log1p(-s * delta));
  }
  return best;
}

}  // namespace

// The quantile approximated is good to a hundredth of a standard error; where the counts are read without caution the
// wrong guesses are still read at their median, which is below one more.
TEST_CASE("without caution the prediction is the bound, with at most one guess less in favour", "[verify]") {
  constexpr std::uint64_t trials = 1'000'000;
  for (auto const level : {0.1, 0.05, 1e-6})
    for (auto const& [right, wrong] : {std::pair{300'000u, 120'000u}, {40'000u, 30'000u}, {5'000u, 200u}, {200u, 5u}}) {
      auto const margin = 0.01 * standard_error(right, wrong);
      for (auto const delta : {0.0, 1e-5})
        for (auto const share : {0.5, 1.0}) {
          CAPTURE(level, right, wrong, delta, share);
          auto const predicted = PredictedBound{{delta, level, trials}, trials, 0}(right, wrong, share);
          CHECK(predicted < certified(right, wrong, trials, share * delta, level) + margin);
          CHECK(predicted > certified(right - 1, wrong + 1, trials, share * delta, level) - margin);
        }
    }
}

TEST_CASE("search counts are scaled to the certifying trials", "[verify]") {
  auto const predicted = PredictedBound{{0, 0.05, 9'000'000}, 1'000'000, 0}(3'000, 1'000, 1);
  CHECK(predicted < certified(27'000, 9'000, 9'000'000, 0, 0.05));
  CHECK(predicted > certified(27'000 - 9, 9'000 + 9, 9'000'000, 0, 0.05));
}

TEST_CASE("a biased coin's prediction is its bound", "[verify]") {
  constexpr std::uint64_t trials = 1'000'000;
  for (auto const odds : {3u, 7u, 15u}) {
    auto const right = 40'000.0, wrong = 1'000.0;  // with the fair coin
    auto const r = static_cast<std::uint64_t>(right * 2 / (1 + odds)),
               w = static_cast<std::uint64_t>(wrong * 2 * odds / (1 + odds));
    PredictedBound const pure{{0, 0.05, trials}, trials, 0}, approximate{{0.01, 0.05, trials}, trials, 0};
    auto const margin = 0.03 * standard_error(static_cast<double>(r), static_cast<double>(w));
    CHECK(pure.with_coin(odds, right, wrong, 0.5) ==
          Catch::Approx(certified(r, w, trials, 0, 0.05, odds)).margin(margin));
    CHECK(approximate.with_coin(odds, right, wrong, 0.5) ==
          Catch::Approx(certified(r, w, trials, 0.01 / (1 + odds), 0.05, odds)).margin(margin));
  }
}

TEST_CASE("more right guesses promise more; more wrong ones, caution and confidence less", "[verify]") {
  for (auto const delta : {0.0, 0.001}) {
    auto const predict = [&](double right, double wrong, double level = 0.05, double caution = 2) {
      return PredictedBound{{delta, level, 1'000'000}, 100'000, caution}(right, wrong, 1);
    };
    for (auto const right : {50.0, 500.0, 5'000.0})
      for (auto const wrong : {0.0, 1.0, 10.0, 40.0}) {
        CAPTURE(delta, right, wrong);
        auto const now = predict(right, wrong);
        auto const less = [&](double other) { return other < now || other == -infinity; };
        CHECK(less(predict(right / 2, wrong)));
        CHECK(less(predict(right, wrong + 1)));
        CHECK(less(predict(right, wrong, 0.05, 3)));
        CHECK(less(predict(right, wrong, 0.01)));
        CHECK(now <= std::log(odds_of(right, std::max(wrong, 1e-300))));
      }
  }
}

TEST_CASE("the plug-in estimate is above the prediction at levels up to a half, and only there is that said",
          "[verify]") {
  CHECK(PredictedBound{{0, 0.5, 1000}, 1000, 0}.is_below_plug_in());
  CHECK_FALSE(PredictedBound{{0, 0.6, 1000}, 1000, 0}.is_below_plug_in());
  CHECK_FALSE(PredictedBound{{0, 0.05, 1000, {{1, 0}}}, 1000, 0}.is_below_plug_in());
  for (double wrong = 1; wrong < 300; wrong *= 1.7)
    for (double right = 1; right < 700; right *= 1.7)
      CHECK(PredictedBound{{0, 0.5, 1000}, 1000, 0}(right, wrong, 1) <= std::log(odds_of(right, wrong)));
}

TEST_CASE("an event of no right guesses, or of no more than delta, can not certify", "[verify]") {
  for (auto const right : {0.0, 1e-9, 0.01, 0.1, 1.0})
    for (auto const delta : {0.0, 1e-5}) {
      CAPTURE(right, delta);
      CHECK_FALSE(PredictedBound{{delta, 0.05, 1'000'000}, 1'000'000, 2.5}(right, 0.003 * right, 1) > 0);
    }
  CHECK(PredictedBound{{0.01, 0.05, 1'000'000}, 100'000, 0}(1'000, 0, 1) == -infinity);  // a hundredth of the trials
  CHECK(PredictedBound{{0.01, 0.05, 1'000'000}, 100'000, 0}(1'000, 0, 0.5) > 1);         // one direction spends half
}

TEST_CASE("the coin is the one of which most is predicted, and fair where that is hardly more", "[verify]") {
  Target const target{0, 0.05, 1'000'000, {}, true};
  PredictedBound const predict{target, 100'000, 0.5};
  CHECK(predict.best_coin_odds(30'000, 11'000) == 1);
  for (auto const& [right, wrong] : {std::pair{30'000.0, 0.0}, {5'000.0, 2.0}, {500.0, 0.0}, {40'000.0, 500.0}}) {
    std::uint64_t best = 1;
    auto most = predict.with_coin(1, right, wrong, 0.5) + 0.05;
    for (auto const odds : {3u, 7u, 15u})
      if (predict.with_coin(odds, right, wrong, 0.5) > most)
        most = predict.with_coin(odds, right, wrong, 0.5), best = odds;
    CHECK(predict.best_coin_odds(right, wrong) == best);
  }
  CHECK(predict.best_coin_odds(30'000, 0) == 15);
  CHECK(PredictedBound{{0, 0.05, 1'000'000}, 100'000, 0.5}.best_coin_odds(30'000, 0) == 1);
  CHECK(PredictedBound{{0, 0.05, 1'000'000, {{1, 0}}, true}, 100'000, 0.5}.best_coin_odds(30'000, 0) ==
        1);  // a check has no odds to choose
}

TEST_CASE("against claims the growth of a wealth is predicted", "[verify]") {
  auto const growth = [](std::vector<mechanisms::ApproximateDp> const& claims, double right, double wrong) {
    return PredictedBound{{0, 0.05, 0, claims}, 1'000'000, 0}(right, wrong, 1);
  };
  auto const w = 0.25, allowed = 1 / (1 + std::exp(1.0));  // a divergence of coins, for each guess
  auto const divergence = w * std::log(w / allowed) + (1 - w) * std::log((1 - w) / (1 - allowed));
  CHECK(growth({{1, 0}}, 300'000, 100'000) == Catch::Approx(0.4 * divergence).epsilon(0.01));
  CHECK(growth({{1, 0}}, 250'000, 100'000) == -infinity);  // e^1 is more than 2.5
  CHECK(growth({{1, 0.01}}, 330'000, 100'000) == Catch::Approx(best_growth(0.33, 0.1, 1, 0.01)).epsilon(0.1));
  CHECK(growth({{1, 0.06}}, 330'000, 100'000) == -infinity);
  CHECK(growth({{1, 0.06}, {1, 0}, {0.5, 0.2}}, 330'000, 100'000) ==
        std::max(growth({{1, 0}}, 330'000, 100'000), growth({{0.5, 0.2}}, 330'000, 100'000)));
}
