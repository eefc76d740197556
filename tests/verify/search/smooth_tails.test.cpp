#include "verify/search/smooth_tails.hpp"

#include <cmath>
#include <random>

#include "tests/support/catch.hpp"

using namespace warner::verify;

namespace {

/// 60 groups whose masses grow from ten by a fifth each, and of which log_odds(logarithm of the mass beyond) says how
/// many are of D.
template <typename LogOdds>
std::vector<Count> tail(LogOdds const& log_odds) {
  std::mt19937_64 random;
  std::vector<Count> counts;
  double mass = 0;
  for (int i = 0; i < 60; ++i) {
    auto const n = std::floor(10 * std::pow(1.2, i));
    mass += n;
    auto const p = 1 / (1 + std::exp(-log_odds(std::log(mass - n / 2))));
    double d = 0;
    for (double k = 0; k < n; ++k) d += static_cast<double>(random()) * 0x1p-64 < p;
    counts.push_back({static_cast<double>(i), d, n - d});
    counts.back().greatest = i + 0.5;
  }
  return counts;
}

}  // namespace

TEST_CASE("a smooth curve through a tail knows its end better than the few releases there", "[verify]") {
  auto const log_odds = [](double u) { return 5 - u / 2 + u * u / 100; };
  auto const counts = tail(log_odds);
  auto const tails = smooth_tails(counts, 0);
  REQUIRE(tails.low_end >= 12);
  double mass = 0, expected = 0, truth = 0;
  for (std::size_t i = 0; i < 12; ++i) {  // 390 releases, of which a count of D' would be off by a third
    auto const n = counts[i].d + counts[i].d_prime;
    mass += n;
    expected += tails.counts[i].d_prime;
    truth += n / (1 + std::exp(log_odds(std::log(mass - n / 2))));
  }
  CHECK(expected == Catch::Approx(truth).epsilon(0.25));
  auto const careful = smooth_tails(counts, 1);
  for (std::size_t i = 0; i < 12; ++i) CHECK(careful.counts[i].d_prime > tails.counts[i].d_prime);
}

TEST_CASE("a curve is not drawn over an edge in a tail", "[verify]") {
  auto const counts = tail([](double u) { return u < std::log(2000.0) ? 5.0 : 0.2; });
  auto const tails = smooth_tails(counts, 0);
  REQUIRE(tails.low_end > 0);
  double mass = 0, expected = 0;
  for (std::size_t i = 0; i < tails.low_end; ++i) {
    mass += counts[i].d + counts[i].d_prime;
    if (mass < 2000) expected += tails.counts[i].d_prime;
  }
  CHECK(mass < 4000);      // the tail ends about the edge
  CHECK(expected < 40.0);  // where 2000 / (1 + e^5) = 13 are true, and at odds of 0.2 there would be 900
}

TEST_CASE("few groups or few releases are no tail", "[verify]") {
  std::vector<Count> few{{0, 30, 2}, {1, 30, 10}, {2, 500, 500}};
  CHECK(smooth_tails(few, 0).low_end == 0);
  CHECK(smooth_tails(few, 0).high_begin == 3);
  CHECK(smooth_tails({}, 0).low_end == 0);
}
