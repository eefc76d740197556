#include "verify/learn/learned_scores.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"

using namespace warner;
using namespace warner::verify;

TEST_CASE("bins that the data cannot tell apart are joined", "[verify]") {
  std::vector<double> under_d, under_d_prime;
  for (int i = 0; i < 1000; ++i) {  // ratio 3 below 300, 1 up to 700, 1/2 above
    auto const [d, d_prime] = i < 300 ? std::pair{30, 10} : i < 700 ? std::pair{20, 20} : std::pair{10, 20};
    under_d.insert(under_d.end(), d, i);
    under_d_prime.insert(under_d_prime.end(), d_prime, i);
  }
  auto const bins = learn_bins({}, Ranking{under_d, under_d_prime});
  REQUIRE(bins.edges.size() >= 2);
  CHECK(bins.edges.size() <= 4);
  CHECK(bins.edges.front() == Catch::Approx(300).margin(10));
  CHECK(bins.edges.back() == Catch::Approx(700).margin(10));
  CHECK(bins.log_ratio.front() == Catch::Approx(std::log(3)).margin(0.02));
  CHECK(bins.log_ratio.back() == Catch::Approx(-std::log(2)).margin(0.02));
}

TEST_CASE("one bin remains where there is nothing to tell", "[verify]") {
  std::vector<double> same;
  for (int i = 0; i < 1000; ++i) same.insert(same.end(), 5, i);
  auto const bins = learn_bins({}, Ranking{same, same});
  CHECK(bins.edges.empty());
  CHECK(std::fabs(bins.log_ratio.at(0)) < 1e-12);
  CHECK(learn_bins({}, Ranking{}).log_ratio == std::vector<double>{0});
}

// One in 500 releases of D' lies within a 2000th of the range, where one in 5000 of D does: a bin of equal mass is
// ten times as wide.
TEST_CASE("a narrow place that tells is a bin of its own, wherever it lies", "[verify]") {
  std::mt19937_64 random{7};
  std::uniform_real_distribution<double> uniform;
  auto const drawn = [&](double there) {
    std::vector<double> all(50'000);
    for (auto& y : all) y = uniform(random) < there ? 0.3 + uniform(random) / 2000 : uniform(random);
    return all;
  };
  auto const found = learn_bins_and_windows({}, Ranking{drawn(0.0002), drawn(0.002)}).with_windows;
  REQUIRE(found);
  auto const& bins = *found;
  auto const least = std::ranges::min_element(bins.log_ratio) - bins.log_ratio.begin();
  REQUIRE(least > 0);
  CHECK(bins.log_ratio[static_cast<std::size_t>(least)] < -1);
  CHECK(bins.edges[static_cast<std::size_t>(least) - 1] == Catch::Approx(0.3).margin(2e-4));
  CHECK(bins.edges[static_cast<std::size_t>(least)] == Catch::Approx(0.3005).margin(2e-4));
  CHECK_FALSE(learn_bins_and_windows({}, Ranking{drawn(0), drawn(0)}).with_windows);
}

TEST_CASE("counts merge and leave NaN out", "[verify]") {
  std::vector<double> const p{1, 1, std::nan(""), 2}, q{2, 3};
  auto const counts = counts_of(p, q);
  REQUIRE(counts.size() == 3);
  CHECK(counts[0].d == 2);
  CHECK(counts[1].d_prime == 1);
  auto const twice = merged(counts, counts);
  REQUIRE(twice.size() == 3);
  CHECK(twice[0].d == 4);
}

TEST_CASE("features of a kind share their bins, each its own feature", "[verify]") {
  constexpr std::size_t n = 4000;
  std::mt19937_64 random{5};
  std::normal_distribution<double> normal;
  std::vector<double> d(3 * n), d_prime(3 * n);
  for (auto& y : d) y = normal(random);
  for (std::size_t i = 0; i < 3 * n; ++i) d_prime[i] = normal(random) + (i / n == 1 ? 0 : 0.5);
  std::vector<Feature> const features{
      {Feature::Kind::coordinate, 0}, {Feature::Kind::coordinate, 2}, {Feature::Kind::difference, 1}};
  auto const [bins] = learn_shared(features, {d.data(), n, 3}, {d_prime.data(), n, 3});
  REQUIRE(bins.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(bins[i].feature == features[i]);
  CHECK(bins[0].edges == bins[1].edges);
  CHECK(bins[0].log_ratio == bins[1].log_ratio);
  CHECK(bins[0].log_ratio.front() > 0.3);
  CHECK(bins[2].log_ratio.front() < -0.3);
}
