#include "verify/learn/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/support/catch.hpp"
#include "verify/game/counts.hpp"
#include "verify/game/order_numbers.hpp"
#include "verify/search/cuts.hpp"

using namespace warner::verify;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

bool same(std::vector<Count> const& a, std::vector<Count> const& b) {
  return std::ranges::equal(a, b, [](Count const& x, Count const& y) {
    return x.value == y.value && x.d == y.d && x.d_prime == y.d_prime && x.greatest == y.greatest;
  });
}

/// Samples of very different kinds; any numbers will do.
std::vector<double> sample(int kind, std::size_t n, unsigned seed) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  std::vector<double> all(n);
  for (auto& y : all) switch (kind) {
      case 0: y = normal(random); break;                                      // all different
      case 1: y = static_cast<double>(random() % 3) - 1; break;               // flags
      case 2: y = std::floor(200 * normal(random)); break;                    // integers, many
      case 3: y = random() % 2 == 0 ? 0 : normal(random); break;              // an atom amid the rest
      case 4: y = 1e15 + static_cast<double>(random() % 100'000) / 8; break;  // alike in their upper bits
      case 5: y = random() % 5 == 0 ? std::nan("") : -0.0; break;             // nothing much
      default: y = random() % 9 == 0 ? (random() % 2 == 0 ? infinity : -infinity) : std::exp(9 * normal(random)); break;
    }
  return all;
}

}  // namespace

TEST_CASE("numbers are put in order, whatever they are", "[verify]") {
  for (int kind = 0; kind < 7; ++kind)
    for (auto const n : {0u, 1u, 1000u, 1025u, 50'000u}) {
      auto numbers = sample(kind, n, 1);
      std::erase_if(numbers, [](double y) { return std::isnan(y); });
      auto expected = numbers;
      std::ranges::sort(expected);
      order_numbers(numbers);
      CHECK(numbers == expected);
    }
}

TEST_CASE("a ranking says what the list of all values says", "[verify]") {
  for (int kind = 0; kind < 7; ++kind)
    for (auto const other : {kind, 1}) {
      auto const p = sample(kind, 5000, 2), q = sample(kind, 6001, 3), r = sample(other, 4000, 4),
                 s = sample(other, 3999, 5);
      auto const counts = counts_of(p, q), both = merged(counts, counts_of(r, s));
      Ranking const ranking{p, q}, together{ranking, Ranking{r, s}};
      double mass = 0;
      for (auto const& count : both) mass += count.d + count.d_prime;
      CHECK(together.mass() == mass);
      for (auto const many : {4u, 33u, 256u, 20'000u}) {
        CHECK(same(ranking.condensed(many), condensed(counts, many)));
        CHECK(same(together.condensed(many), condensed(both, many)));
      }
      std::vector<double> const edges{-1, 0, 0.25, 1, 50}, heights{5, 1, 4, 2, 6, 3};
      std::vector<Count> bins;
      for (std::size_t i = 0; i < heights.size(); ++i) {
        Count bin{heights[i], 0, 0};
        for (auto const& count : both)
          if ((i == 0 || count.value >= edges[i - 1]) && (i == edges.size() || count.value < edges[i]))
            bin.d += count.d, bin.d_prime += count.d_prime;
        if (bin.d + bin.d_prime > 0) bins.push_back(bin);
      }
      CHECK(same(together.between(edges, heights), bins));
    }
  CHECK(Ranking{}.condensed(256).empty());
}

TEST_CASE("no prediction is above the plug-in estimate", "[verify]") {
  std::mt19937_64 random{8};
  for (auto const delta : {0.0, 1e-6, 0.1})
    for (auto const caution : {0.0, 0.5, 3.5}) {
      PredictedBound const predict{{delta, 0.05, 100'000}, 50'000, caution};
      REQUIRE(predict.is_below_plug_in());
      for (int i = 0; i < 5000; ++i) {
        auto const wrong = std::floor(std::exp(static_cast<double>(random() % 1000) / 100)) - 1;
        auto const right = std::floor(std::exp(static_cast<double>(random() % 1000) / 100));
        if (predict(right, wrong, 0.5) > std::log(right / wrong) + 1e-9)
          FAIL(right << " right, " << wrong << " wrong, " << predict(right, wrong, 0.5) << " predicted, delta " << delta
                     << " caution " << caution);
      }
    }
  CHECK_FALSE(PredictedBound{{0, 0.9, 1000}, 1000, 0.5}.is_below_plug_in());
}

TEST_CASE("a biased coin is asked for where one direction is rarely wrong, and nowhere else", "[verify]") {
  auto const predicting = [](double delta, bool may_bias) {
    return PredictedBound{{delta, 0.05, 1'000'000, {}, may_bias}, 1'000'000, 0};
  };
  for (auto const delta : {0.0, 1e-6}) {
    CHECK(predicting(delta, true).best_coin_odds(1000, 0) > 1);
    CHECK(predicting(delta, true).best_coin_odds(100'000, 90'000) == 1);
    CHECK(predicting(delta, true).best_coin_odds(8, 0) == 1);  // hardly any right guesses would be left
    CHECK(predicting(delta, false).best_coin_odds(1000, 0) == 1);
  }
  CHECK(PredictedBound{{0, 0.05, 1'000'000, {{1, 0}}, true}, 1'000'000, 0}.best_coin_odds(1000, 0) == 1);
}
