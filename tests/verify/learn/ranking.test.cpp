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
  for (int kind = 0; kind < 7; ++kind) {
    auto const p = sample(kind, 5000, 2), q = sample(kind, 6001, 3);
    auto const counts = counts_of(p, q);
    Ranking const ranking{p, q};
    double mass = 0;
    for (auto const& count : counts) mass += count.d + count.d_prime;
    CHECK(ranking.mass() == mass);
    for (auto const many : {4u, 33u, 256u, 20'000u}) CHECK(same(ranking.condensed(many), condensed(counts, many)));
  }
  CHECK(Ranking{}.condensed(256).empty());
}

TEST_CASE("a value that comes back more often than those beside it is a group of its own", "[verify]") {
  for (std::size_t const every : {25u, 400u}) {  // more than a group is spread over, and far less
    std::vector<double> p, q;
    for (std::size_t i = 0; i < 10'000; ++i) p.push_back(i % every == 0 ? 0.3 : std::sin(static_cast<double>(i)));
    for (std::size_t i = 0; i < 10'000; ++i) q.push_back(std::sin(static_cast<double>(i) + 0.5));
    auto const groups = Ranking{p, q}.condensed(160);
    auto const found = std::ranges::find(groups, 0.3, &Count::value);
    CAPTURE(every);
    REQUIRE(found != groups.end());
    CHECK(found->d * static_cast<double>(every) == 10'000);
    CHECK(found->d_prime == 0);
    CHECK(found->greatest == 0.3);
    CHECK(groups.size() < 200);
  }
}

TEST_CASE("no value stands out of a smooth sample, whatever it is rounded to", "[verify]") {
  for (auto const grid : {1e-6, 1e-4, 1e-3, 1e-2}) {
    std::mt19937_64 random{7};
    std::normal_distribution<double> normal;
    std::vector<double> p(50'000), q(50'000);
    for (auto* numbers : {&p, &q})
      for (auto& y : *numbers) y = std::nearbyint(normal(random) / grid) * grid;
    auto const groups = Ranking{p, q}.condensed(160);
    CAPTURE(grid);
    CHECK(groups.size() <= 165);
  }
}
