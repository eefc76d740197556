#include "verify/search/odds_curve.hpp"

#include <cmath>
#include <functional>
#include <limits>
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
    auto const [mean, deviation] = OddsCurve{counts, false}.of_event(0, 29, {-1, 0, 1});
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
    int outside = 0, outside_in_the_middle = 0;
    for (int i = 0; i < 100; ++i) {
      auto const counts = drawn(of, 100, random);
      OddsCurve const curve{counts, false};
      auto const is_outside = [&](int from, int to, Says const& says) {
        auto const [mean, deviation] =
            curve.of_event(static_cast<std::size_t>(from), static_cast<std::size_t>(to), says);
        auto const first = says[1] != 0 ? from : to, last = says[1] != 0 ? to : 30;
        double right = 0;
        for (int j = first; j < last; ++j) {
          auto const rank = (j + 0.5) / 30;
          right += share(of(std::log(rank / (1 - rank)))) / (last - first);
        }
        return std::fabs(mean - std::log(right / (1 - right))) > 2 * deviation;
      };
      outside += is_outside(0, 25, {-1, 0, 1});
      outside_in_the_middle += is_outside(10, 15, {0, 1, 0});
    }
    CHECK(outside <= 15);
    CHECK(outside_in_the_middle <= 15);
  }
}

// As of an epsilon of 0.1: the rarest group alone says little of its log odds, all groups say how right the score is.
TEST_CASE("a score that is a log ratio up to a factor is known from all of its groups", "[verify][statistical]") {
  std::mt19937_64 random{11};
  for (auto const factor : {1.0, 0.3}) {
    int outside = 0;
    double sharpest = 0, by_rank = 0;
    for (int i = 0; i < 100; ++i) {
      std::vector<Count> counts;
      for (int j = -10; j <= 10; ++j) {
        auto const each = j == 10 ? 400 : 20'000;
        auto const d = std::binomial_distribution<long>{each, share(0.01 * j)}(random);
        counts.push_back({0.01 * j / factor, static_cast<double>(d), static_cast<double>(each - d)});
      }
      auto const known = OddsCurve{counts, true}.of_event(0, 20, {-1, 0, 1});
      outside += std::fabs(known.mean - 0.1) > 2 * known.deviation;
      sharpest += known.deviation / 100;
      by_rank += OddsCurve{counts, false}.of_event(0, 20, {-1, 0, 1}).deviation / 100;
    }
    CAPTURE(factor, outside, sharpest, by_rank);
    CHECK(outside <= 15);
    CHECK(sharpest < 0.5 * std::sqrt(4.0 / 400));  // of its own counts
    CHECK(sharpest < 0.7 * by_rank);
  }
}

// As of a sum over columns of which one leaks 0.1 at most, and the others say nothing: a release of a score of 0.12 is
// no likelier than one of 0.1.
TEST_CASE("a score that says more than there is, is not believed", "[verify][statistical]") {
  std::mt19937_64 random{13};
  int too_much = 0;
  for (int i = 0; i < 100; ++i) {
    std::vector<Count> counts;
    for (int j = -12; j <= 12; ++j) {
      auto const each = std::abs(j) < 8 ? 20'000 : std::abs(j) < 11 ? 2'000'000 : 200'000;
      auto const d = std::binomial_distribution<long>{each, share(std::clamp(0.01 * j, -0.1, 0.1))}(random);
      counts.push_back({0.01 * j, static_cast<double>(d), static_cast<double>(each - d)});
    }
    auto const known = OddsCurve{counts, true}.of_event(0, 24, {-1, 0, 1});
    too_much += known.mean - 0.1 > 2 * known.deviation;
  }
  CHECK(too_much <= 15);
}

TEST_CASE("log ratios may be endless", "[verify]") {
  auto const endless = std::numeric_limits<double>::infinity();
  std::vector<Count> const counts{{-endless, 0, 50}, {-1, 100, 270}, {1, 270, 100}, {endless, 50, 0}};
  auto const [mean, deviation] = OddsCurve{counts, true}.of_event(0, 3, {-1, 0, 1});
  CHECK(mean > 1.5);
  CHECK(std::isfinite(deviation));
}

TEST_CASE("a step stays a step", "[verify]") {
  std::vector<Count> counts;
  for (int j = 0; j < 20; ++j) counts.push_back({static_cast<double>(j), j < 15 ? 5'000.0 : 9'000.0, 5'000});
  CHECK(OddsCurve{counts, false}.of_event(0, 15, {-1, 0, 1}).mean == Catch::Approx(std::log(1.8)).margin(0.02));
}

TEST_CASE("a curve speaks of both ends at once, and of nothing where nothing was counted", "[verify]") {
  std::vector<Count> const counts{{0, 100, 900}, {1, 500, 500}, {2, 500, 500}, {3, 900, 100}};
  OddsCurve const curve{counts, false};
  CHECK(curve.of_event(1, 3, {-1, 0, 1}).mean == Catch::Approx(std::log(9.0)).margin(0.1));
  CHECK(curve.of_event(1, 3, {1, 0, -1}).mean == Catch::Approx(-std::log(9.0)).margin(0.1));
  CHECK(std::isinf(curve.of_event(0, 4, {-1, 0, 1}).deviation));
  CHECK(std::isfinite(OddsCurve{std::vector<Count>(5), false}.of_event(0, 4, {-1, 0, 1}).mean));
  CHECK(std::isfinite(OddsCurve{std::vector<Count>(5), true}.of_event(0, 4, {-1, 0, 1}).mean));
  std::vector<Count> const never_wrong{{0, 0, 900}, {1, 0, 500}, {2, 500, 0}, {3, 900, 0}};
  auto const [mean, deviation] = OddsCurve{never_wrong, false}.of_event(2, 2, {-1, 0, 1});
  CHECK(mean > 5);
  CHECK(deviation > 0);
}
