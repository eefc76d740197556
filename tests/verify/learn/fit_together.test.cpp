#include "verify/learn/fit_together.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/game/sample.hpp"
#include "verify/learn/learned_scores.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// Releases whose columns say the same, but for further columns of bits that say nothing.
std::vector<double> copies(std::size_t releases, std::size_t of, std::size_t bits, double share_of_ones,
                           unsigned seed) {
  std::mt19937 words{seed};
  std::vector<double> all(releases * (of + bits));
  for (std::size_t i = 0; i < releases; ++i) {
    auto const one = static_cast<double>(words()) / 0x1p32 < share_of_ones;
    for (std::size_t j = 0; j < of; ++j) all[j * releases + i] = one;
    for (std::size_t j = of; j < of + bits; ++j) all[j * releases + i] = static_cast<double>(words() % 2);
  }
  return all;
}

double log_ratio_between(Additive const& score) {
  double sum = 0;
  for (auto const& bins : score.coordinates) {
    if (bins.feature.column >= 30) continue;
    sum += bins.log_ratio.back() - bins.log_ratio.front();
  }
  return sum;
}

constexpr auto not_a_number = std::numeric_limits<double>::quiet_NaN();

double score_of(Additive const& score, std::vector<double> const& release) {
  mechanisms::ConstBatch const batch{release.data(), 1, release.size()};
  double sum = 0;
  for (auto const& bins : score.coordinates) {
    auto const y = batch(0, bins.feature.column);
    if (!std::isnan(y))
      sum += bins.log_ratio[static_cast<std::size_t>(std::ranges::upper_bound(bins.edges, y) - bins.edges.begin())];
  }
  return sum;
}

}  // namespace

TEST_CASE("thirty coordinates that say the same are not believed thirty times", "[verify]") {
  constexpr std::size_t n = 20'000;
  // Without further bits releases repeat, and cells are fitted; with them nearly each is different, and fitted itself.
  for (std::size_t const bits : {0u, 30u}) {
    auto const d = copies(n, 30, bits, 0.9, 1), d_prime = copies(n, 30, bits, 0.1, 2);
    mechanisms::ConstBatch const under_d{d.data(), n, 30 + bits}, under_d_prime{d_prime.data(), n, 30 + bits};
    auto alone = learn_sum(coordinates(30 + bits), under_d, under_d_prime);
    for (auto& bins : alone.coordinates)
      if (bins.edges.empty()) bins = {bins.feature, {0.5}, {0, 0}};
    CAPTURE(bits);
    CHECK(log_ratio_between(alone) > 120);
    auto const together = fitted_together(alone, under_d, under_d_prime);
    CHECK(log_ratio_between(together) == Catch::Approx(2 * std::log(9)).margin(0.15));
  }
}

TEST_CASE("cells and the releases themselves are fitted alike, whether or not they repeat", "[verify]") {
  constexpr std::size_t n = 6000;
  for (std::size_t const bits : {3u, 30u}) {  // of 16 kinds, or nearly each of its own
    auto const d = copies(n, 1, bits, 0.6, 3), d_prime = copies(n, 1, bits, 0.4, 4);
    mechanisms::ConstBatch const under_d{d.data(), n, 1 + bits}, under_d_prime{d_prime.data(), n, 1 + bits};
    auto const axes = axes_of(under_d, under_d_prime, 12, {});
    CellCounts counts{axes};
    counts.add(sim::Arm::d, under_d);
    counts.add(sim::Arm::d_prime, under_d_prime);
    CAPTURE(bits);
    CHECK((counts.cells().size() > n) == (bits == 30));
    auto const of_cells = fitted_together(counts), of_releases = fitted_together(axes, under_d, under_d_prime);
    REQUIRE(of_cells.coordinates.size() == of_releases.coordinates.size());
    for (std::size_t j = 0; j < of_cells.coordinates.size(); ++j)
      for (std::size_t b = 0; b < of_cells.coordinates[j].log_ratio.size(); ++b)
        CHECK(of_releases.coordinates[j].log_ratio[b] ==
              Catch::Approx(of_cells.coordinates[j].log_ratio[b]).margin(1e-9));
    CHECK(log_ratio_between(of_releases) > 0.7);  // 2 ln 1.5, drawn to 0 a little
  }
}

TEST_CASE("what two coordinates say alike is said once when they are fitted together, twice when alone", "[verify]") {
  toys::SameFlagTwice const mechanism;
  mechanisms::Pair const pair{{1}, {0}, mechanisms::Relation::substitute, {}};
  auto const sample = draw_sample(mechanism, pair, {0, 40'000}, 3, sim::Generator::ars, {});
  auto const d = sample.releases_d(), d_prime = sample.releases_d_prime();
  auto const together = fitted_together(axes_of(d, d_prime, 12, {}), d, d_prime);
  auto const up = std::log(2 / (1 + std::exp(-1.0))), down = std::log(2 / (1 + std::exp(1.0)));  // 0.38, -0.62
  CHECK(std::fabs(score_of(together, {1, 1, 0.3}) - up) < 0.08);  // 40,000 a dataset: seven standard errors and more
  CHECK(std::fabs(score_of(together, {0, 0, not_a_number}) - down) < 0.08);
  Bins const flag{{Feature::Kind::coordinate, 0}, {0.5}, {down, up}},
      copy{{Feature::Kind::coordinate, 1}, {0.5}, {down, up}};
  Additive const alone{{flag, copy}};
  CHECK(std::fabs(score_of(alone, {0, 0, not_a_number}) - down) > 0.5);
  auto const mended = fitted_together(alone, d, d_prime);
  CHECK(std::fabs(score_of(mended, {0, 0, not_a_number}) - down) < 0.08);
}
