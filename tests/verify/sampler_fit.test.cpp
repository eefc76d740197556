// Every sampler of sim against its law by the tests of verify/bounds/goodness_of_fit.hpp. Level 1e-7 each; the wrong
// laws have 1.02 and 1/1.02 of the scale, and samples are as large as Massart's inequality asks so that
// Kolmogorov-Smirnov misses neither with probability above 1e-7.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "sim/alias.hpp"
#include "sim/coin_sums.hpp"
#include "sim/normal.hpp"
#include "sim/stream.hpp"
#include "sim/unlike_coins.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"
#include "verify/bounds/goodness_of_fit.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr double level = 1e-7;

using Fill = std::function<void(sim::Stream&, std::span<double>)>;

std::vector<double> draws(Fill const& fill, std::string const& label, std::uint64_t n) {
  std::vector<double> sample(n);
  auto const key = sim::key_of({tests::seed_of(label), sim::Purpose::test});
  for (std::size_t first = 0; first < n; first += sim::block_size) {
    sim::Stream stream{key, first / sim::block_size};
    fill(stream, std::span{sample}.subspan(first, std::min<std::size_t>(sim::block_size, n - first)));
  }
  return sample;
}

/// The distance of a law from itself with another scale, found on a grid.
double distance(Cdf const& cdf, double factor) {
  double largest = 0;
  for (double x = -20; x <= 20; x += 0.001) largest = std::max(largest, std::fabs(cdf(x) - cdf(x / factor)));
  return largest;
}

void check_continuous(std::string const& name, Fill const& fill, Cdf const& cdf) {
  CAPTURE(name);
  Cdf const wide = [&](double x) { return cdf(x / 1.02); }, narrow = [&](double x) { return cdf(x * 1.02); };
  auto const n = kolmogorov_smirnov_trials(std::min(distance(cdf, 1.02), distance(cdf, 1 / 1.02)), level, level);
  auto sample = draws(fill, name, n);
  std::ranges::sort(sample);  // once
  CHECK(kolmogorov_smirnov(sample, cdf).p_value > level);
  CHECK(kolmogorov_smirnov(sample, wide).p_value < level);
  CHECK(kolmogorov_smirnov(sample, narrow).p_value < level);
  auto const bound = anderson_darling_bound(n, level);
  CHECK(anderson_darling(sample, cdf) < bound);
  CHECK(anderson_darling(sample, wide) > bound);
  CHECK(anderson_darling(sample, narrow) > bound);
}

/// Cells 0, .., mass.size() - 1 above `first`, and one for everything else.
double fit(std::vector<double> const& sample, double first, std::vector<double> mass) {
  std::vector<std::uint64_t> counts(mass.size() + 1);
  for (auto const x : sample) {
    auto const cell = x - first;
    ++counts[cell >= 0 && cell < static_cast<double>(mass.size()) && cell == std::floor(cell)
                 ? static_cast<std::size_t>(cell)
                 : mass.size()];
  }
  double rest = 1;
  for (auto const m : mass) rest -= m;
  mass.push_back(std::max(0.0, rest));
  return chi_squared(counts, mass).p_value;
}

/// @param masses: of the cells from `first` on, for a scale that is `factor` of the true one.
void check_discrete(std::string const& name, Fill const& fill, double first,
                    std::function<std::vector<double>(double factor)> const& masses) {
  CAPTURE(name);
  auto const sample = draws(fill, name, 2'000'000);
  CHECK(fit(sample, first, masses(1)) > level);
  CHECK(fit(sample, first, masses(1.02)) < level);
  CHECK(fit(sample, first, masses(1 / 1.02)) < level);
}

std::vector<double> poisson_binomial(std::vector<double> const& p) {
  std::vector<double> mass{1};
  for (auto const share : p) {
    mass.push_back(0);
    for (auto k = mass.size(); k-- > 1;) mass[k] = mass[k] * (1 - share) + mass[k - 1] * share;
    mass[0] *= 1 - share;
  }
  return mass;
}

}  // namespace

TEST_CASE("continuous samplers follow their laws, and no scale that is two per cent off", "[verify][statistical]") {
  check_continuous(
      "uniform", [](sim::Stream& stream, std::span<double> out) { sim::fill_uniform(stream, out); },
      [](double x) { return std::clamp(x, 0.0, 1.0); });
  check_continuous(
      "exponential", [](sim::Stream& stream, std::span<double> out) { sim::fill_exponential(stream, 1, out); },
      [](double x) { return x <= 0 ? 0 : -std::expm1(-x); });
  check_continuous(
      "Laplace", [](sim::Stream& stream, std::span<double> out) { sim::fill_laplace(stream, 0, 1, out); },
      [](double x) { return x < 0 ? std::exp(x) / 2 : 1 - std::exp(-x) / 2; });
  check_continuous(
      "Gumbel", [](sim::Stream& stream, std::span<double> out) { sim::fill_gumbel(stream, 0, 1, out); },
      [](double x) { return std::exp(-std::exp(-x)); });
  check_continuous(
      "Gaussian", [](sim::Stream& stream, std::span<double> out) { sim::fill_gaussian(stream, 0, 1, out); },
      sim::normal_cdf);
}

TEST_CASE("discrete samplers follow their laws, and none that is two per cent off", "[verify][statistical]") {
  check_discrete(
      "geometric",
      [](sim::Stream& stream, std::span<double> out) { sim::fill_geometric(stream, std::exp(-0.25), out); }, 0,
      [](double factor) {
        std::vector<double> mass;
        for (int k = 0; k < 40; ++k) mass.push_back(std::exp(-0.25 * k / factor) * -std::expm1(-0.25 / factor));
        return mass;
      });
  check_discrete(
      "two-sided geometric",
      [](sim::Stream& stream, std::span<double> out) {
        sim::fill_two_sided_geometric(stream, 0, std::exp(-0.25), out);
      },
      -30,
      [](double factor) {
        std::vector<double> mass;
        for (int k = -30; k <= 30; ++k)
          mass.push_back(std::tanh(0.125 / factor) * std::exp(-0.25 * std::abs(k) / factor));
        return mass;
      });
  check_discrete(
      "Bernoulli",
      [](sim::Stream& stream, std::span<double> out) {
        sim::fill_bernoulli(stream, sim::bernoulli_threshold(0.3), out);
      },
      0,
      [](double factor) {
        return std::vector{1 - 0.3 * factor, 0.3 * factor};
      });
  check_discrete(
      "sums of ten coins",
      [](sim::Stream& stream, std::span<double> out) {
        std::ranges::fill(out, 0.0);
        sim::add_coin_sums(stream, sim::bernoulli_threshold(0.3), 10, out);
      },
      0, [](double factor) { return poisson_binomial(std::vector<double>(10, 0.3 * factor)); });
  std::vector<double> shares;
  std::vector<std::uint64_t> thresholds;
  for (int i = 0; i < 70; ++i)
    shares.push_back((i + 1) / 100.0), thresholds.push_back(sim::bernoulli_threshold(shares.back()));
  sim::UnlikeCoins const coins{thresholds};
  check_discrete(
      "seventy unlike coins",
      [&](sim::Stream& stream, std::span<double> out) { sim::fill_sums(stream, coins, 0, out); }, 0,
      [&](double factor) {
        auto scaled = shares;
        for (auto& share : scaled) share *= factor;
        return poisson_binomial(scaled);
      });
  std::vector<std::uint64_t> const starts{0, std::uint64_t{1} << 61, std::uint64_t{1} << 62,
                                          3 * (std::uint64_t{1} << 62)};  // 1/8, 1/8, 1/2, 1/4
  sim::AliasTable const table{5, starts};
  check_discrete(
      "alias table", [&](sim::Stream& stream, std::span<double> out) { sim::fill_alias(stream, table, 0, out); }, 5,
      [](double factor) {
        return std::vector{0.125 * factor, 0.125 * factor, 0.5, 0.5 - 0.25 * factor};
      });
}
