#include "verify/search/odds_curve.hpp"

#include <cmath>
#include <functional>
#include <random>

#include "tests/support/catch.hpp"

using namespace warner::verify;

namespace {

double share(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

/// Thirty groups of each so many releases, whose log odds of D are what `of` says of the logit of the rank.
std::vector<Count> drawn(std::function<double(double)> const& of, double each, std::mt19937_64& random) {
  constexpr int groups = 30;
  std::vector<Count> counts;
  for (int j = 0; j < groups; ++j) {
    auto const rank = (j + 0.5) / groups;
    auto const p = share(of(std::log(rank / (1 - rank))));
    auto const d = static_cast<double>(std::binomial_distribution<long>{static_cast<long>(each), p}(random));
    counts.push_back({static_cast<double>(j), d, each - d});
  }
  return counts;
}

}  // namespace

TEST_CASE("a curve knows more of an event than its own counts where the odds are flat or straight", "[verify]") {
  std::mt19937_64 random{3};
  for (auto const slope : {0.0, 0.5}) {
    auto const counts = drawn([&](double u) { return slope > 0 ? slope * u : 0.7; }, 200, random);
    auto const [mean, deviation] = OddsCurve{counts}.of_event(0, 29, false);
    auto const rank = 29.5 / 30, truth = slope > 0 ? slope * std::log(rank / (1 - rank)) : 0.7;
    CAPTURE(slope, mean, deviation, truth);
    CHECK(deviation < 0.7 * std::sqrt(1 / (200 * share(truth)) + 1 / (200 * share(-truth))));
    CHECK(std::fabs(mean - truth) < 4 * deviation);
  }
}

// Of 300 curves the truth is outside of two standard deviations in a twentieth when they are what they say; thrice as
// often would be 45, which has probability 1e-9.
TEST_CASE("the deviation of a curve is that of the truth about it", "[verify][statistical]") {
  std::mt19937_64 random{5};
  for (auto const& of : {std::function<double(double)>{[](double) { return 0.4; }},
                         std::function<double(double)>{[](double u) { return 0.6 * u; }},
                         std::function<double(double)>{[](double u) { return std::tanh(u); }}}) {
    int outside = 0;
    for (int i = 0; i < 100; ++i) {
      auto const counts = drawn(of, 100, random);
      auto const [mean, deviation] = OddsCurve{counts}.of_event(0, 25, false);
      double right = 0;
      for (int j = 25; j < 30; ++j) {
        auto const rank = (j + 0.5) / 30;
        right += share(of(std::log(rank / (1 - rank)))) / 5;
      }
      outside += std::fabs(mean - std::log(right / (1 - right))) > 2 * deviation;
    }
    CHECK(outside <= 15);
  }
}

TEST_CASE("a step stays a step", "[verify]") {
  std::vector<Count> counts;
  for (int j = 0; j < 20; ++j) counts.push_back({static_cast<double>(j), j < 15 ? 5'000.0 : 9'000.0, 5'000});
  CHECK(OddsCurve{counts}.of_event(0, 15, false).mean == Catch::Approx(std::log(1.8)).margin(0.02));
}

TEST_CASE("a curve speaks of both ends at once, and of nothing where nothing was counted", "[verify]") {
  std::vector<Count> const counts{{0, 100, 900}, {1, 500, 500}, {2, 500, 500}, {3, 900, 100}};
  OddsCurve const curve{counts};
  CHECK(curve.of_event(1, 3, false).mean == Catch::Approx(std::log(9.0)).margin(0.1));
  CHECK(curve.of_event(1, 3, true).mean == Catch::Approx(-std::log(9.0)).margin(0.1));
  CHECK(std::isinf(curve.of_event(0, 4, false).deviation));
  CHECK(std::isfinite(OddsCurve{std::vector<Count>(5)}.of_event(0, 4, false).mean));
  std::vector<Count> const never_wrong{{0, 0, 900}, {1, 0, 500}, {2, 500, 0}, {3, 900, 0}};
  auto const [mean, deviation] = OddsCurve{never_wrong}.of_event(2, 2, false);
  CHECK(mean > 5);
  CHECK(deviation > 0);
}
