#include "verify/search/selection.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.hpp"

using namespace warner::verify;

namespace {

/// Expected counts of Laplace(10) releases of 0 and 1, in groups of equal length, of a feature to be cut as it is.
Candidate laplace(double n) {
  auto const cdf = [](double z) { return z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2; };
  Candidate candidate{Bins{{}, {}, {0}}, {}, static_cast<std::uint64_t>(2 * n), true};
  for (int y = -150; y < 150; ++y)
    candidate.counts.push_back({static_cast<double>(y), n * (cdf((y + 1) / 10.0) - cdf(y / 10.0)),
                                n * (cdf(y / 10.0) - cdf((y - 1) / 10.0)), y + 0.999});
  return candidate;
}

bool may_cut_at(Candidate const& candidate, double y) {
  return std::ranges::any_of(candidate.positions, [&](std::size_t i) {
    return i < candidate.counts.size() && candidate.counts[i].value == y;
  });
}

}  // namespace

TEST_CASE("cuts near the best of a common event are compared, those of a rare one are not", "[verify]") {
  Target const target{0, 0.1, 200'000'000};
  auto common = laplace(1e7), rare = laplace(1e5);
  common.positions = rare.positions = {110, 191};  // y < -40, y >= 41
  auto const nearer = with_cuts_near_the_best({common, rare}, target);
  CHECK(may_cut_at(nearer[0], 0));
  CHECK(may_cut_at(nearer[0], 1));
  CHECK_FALSE(may_cut_at(nearer[0], -60));  // a much smaller event
  CHECK(nearer[1].positions == rare.positions);
  auto const bound = selected_at(Stage::recount, {nearer[0]}, target).predicted_bound;
  CHECK(bound > selected_at(Stage::recount, {common}, target).predicted_bound);
  CHECK(bound > 0.0975);
}

TEST_CASE("a second side is left out where it is a sliver, or where a biased coin makes it one too many", "[verify]") {
  auto const directions = [](double second, bool may_bias) {
    Candidate const candidate{
        Bins{{}, {}, {0}}, {{0, 1'000, 0, 0}, {1, 49'000, 50'000 - second, 1}, {2, 0, second, 2}}, 100'000, true};
    Target const target{0, 0.05, 1'000'000, {}, may_bias};
    auto const strategy = selected_at(Stage::recount, {candidate}, target).strategy;
    return std::pair{strategy.directions(), strategy.coin_odds};
  };
  CHECK(directions(5, false) == std::pair{1, std::uint64_t{1}});
  CHECK(directions(300, false) == std::pair{2, std::uint64_t{1}});
  CHECK(directions(50, true).first == 1);
  CHECK(directions(50, true).second > 1);
  CHECK(directions(1'000, true).first == 2);  // as much again on the other side is worth as much as the coin
}
