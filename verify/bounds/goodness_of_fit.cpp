#include "verify/bounds/goodness_of_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/least_count.hpp"
#include "verify/bounds/log_sum.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

bool has_nan(std::span<double const> sample) {
  return std::ranges::any_of(sample, [](double x) { return std::isnan(x); });
}

std::vector<double> sorted(std::span<double const> sample) {
  std::vector<double> all(sample.begin(), sample.end());
  std::ranges::sort(all);
  return all;
}

/// Massart's margin: a distance above it has probability at most `level`.
double margin(double level, double n) { return std::sqrt(std::log(2 / level) / (2 * n)); }

/// The least h from `low` on with Pr[Binomial(n, u) > h] <= share.
std::uint64_t upper_count(std::uint64_t n, double u, double share, std::uint64_t low) {
  return least_count(low, n, low, [&](std::uint64_t h) { return binomial_at_least(h + 1, n, u) <= share; });
}

/// int (c - u)^2 / (u (1 - u)) du over [a, b].
double weighed_squares(double c, double a, double b) {
  return c * c * std::log(b / a) + (1 - c) * (1 - c) * std::log((1 - a) / (1 - b)) - (b - a);
}

}  // namespace

KolmogorovSmirnov kolmogorov_smirnov(std::span<double const> sample, Cdf const& cdf) {
  if (sample.empty()) return {};
  if (has_nan(sample)) return {1, 0};
  auto const all = sorted(sample);
  auto const n = static_cast<double>(all.size());
  double distance = 0;
  for (std::size_t i = 0; i < all.size();) {
    auto const first = i;
    while (i < all.size() && all[i] == all[first]) ++i;
    auto const below =
        cdf(std::nextafter(all[first], -infinity));  // what the atom at this value, if any, adds is not in it
    distance = std::max({distance, std::fabs(below - static_cast<double>(first) / n),
                         std::fabs(static_cast<double>(i) / n - cdf(all[first]))});
  }
  return {distance, std::min(1.0, 2 * std::exp(-2 * n * distance * distance))};
}

std::uint64_t kolmogorov_smirnov_trials(double distance, double level, double miss) {
  require(distance > 0 && distance <= 1, fmt::format("distance: {} is not in (0, 1]", distance));
  for (auto const share : {level, miss})
    require(share > 0 && share < 1, fmt::format("level, miss: {} is not in (0, 1)", share));
  auto const needed =
      (margin(level, 1) + margin(miss, 1)) / distance;  // the empirical law is at most margin(miss, n) from its own
  return static_cast<std::uint64_t>(std::ceil(needed * needed));
}

double anderson_darling(std::span<double const> sample, Cdf const& cdf) {
  if (sample.empty()) return 0;
  if (has_nan(sample)) return infinity;
  auto all = sorted(sample);
  for (auto& x : all) x = cdf(x);
  auto const n = static_cast<double>(all.size());
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const below = all[i], above = 1 - std::min(all[all.size() - 1 - i], 1 - 0x1p-53);
    if (!(below > 0)) return infinity;
    sum += (2 * static_cast<double>(i) + 1) * (std::log(below) + std::log(above));
  }
  return -n - sum / n;
}

double anderson_darling_bound(std::uint64_t n, double level) {
  require(n >= 1, "n: 0 draws have no statistic");
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  // Points u from where no draw is below, all but surely, a standard deviation of the empirical law apart; share is
  // what each of their two tails has.
  auto const size = static_cast<double>(n);
  auto const from = [&](double least) {
    std::vector<double> points;
    for (auto x = least; x < 0.5; x += std::min(std::sqrt(x * (1 - x) / size), x)) points.push_back(x);
    return points;
  };
  auto const few = from(level / (4 * size * (4 * std::sqrt(size) + 200 + 4 * std::log2(size / level))));
  auto const share = level / (4 * static_cast<double>(few.size())) * (1 - 1e-6);  // two tails of twice as many points
  auto inner = few;
  inner.front() = std::min(inner.front(), share / size);
  for (auto k = few.size(); k-- > 0;) inner.push_back(1 - inner[k]);
  std::vector<double> u{0}, low{0}, high;  // between u[i] and u[i + 1] the empirical law is in [low[i], high[i]]
  std::vector<std::uint64_t> most;
  for (auto const x : inner) most.push_back(upper_count(n, x, share, most.empty() ? 0 : most.back()));
  for (std::size_t k = 0; k < inner.size(); ++k) {
    u.push_back(inner[k]);
    high.push_back(static_cast<double>(most[k]) / size);
    low.push_back(1 - static_cast<double>(most[inner.size() - 1 - k]) / size);  // the points are symmetric
  }
  u.push_back(1);
  high.push_back(1);
  double bound = 0;
  for (std::size_t i = 0; i < high.size(); ++i) {
    auto const a = u[i], b = u[i + 1], middle = std::clamp((low[i] + high[i]) / 2, a, b);
    auto const ends_at_0 = a == 0, ends_at_1 = b == 1;
    if (ends_at_0) bound += -std::log1p(-b) - b;  // F_n is 0 here: int u / (1 - u)
    else if (ends_at_1) bound += -std::log(a) - (1 - a);
    else bound += weighed_squares(high[i], a, middle) + weighed_squares(low[i], middle, b);
  }
  return size * bound * (1 + 1e-9);
}

ChiSquared chi_squared(std::span<std::uint64_t const> observed, std::span<double const> mass) {
  require(
      observed.size() == mass.size() && mass.size() >= 2,
      fmt::format("cells: {} counts and {} masses (as many are needed, two or more)", observed.size(), mass.size()));
  double n = 0, divergence = 0;
  for (auto const count : observed) n += static_cast<double>(count);
  for (std::size_t k = 0; k < mass.size(); ++k) {
    require(mass[k] >= 0, fmt::format("mass: {} is negative", mass[k]));
    auto const count = static_cast<double>(observed[k]);
    if (observed[k] > 0) divergence += mass[k] == 0 ? infinity : count * std::log(count / (n * mass[k]));
  }
  divergence = std::max(0.0, divergence - 1e-12 * n);  // rounding, and masses that sum to one up to it
  auto const degrees = static_cast<double>(mass.size() - 1);
  if (divergence <= degrees) return {2 * divergence, 1};
  return {2 * divergence,
          std::isinf(divergence) ? 0 : std::exp(-divergence + degrees * (1 + std::log(divergence / degrees)))};
}

namespace {

constexpr double grain = 0x1p-30;

double probability(double log_ratio) { return 1 / (1 + std::exp(-log_ratio)); }

/// A trial by its log ratio, to a multiple of the grain, and whether the coin showed D.
struct Shown {
  double log_ratio;
  bool d;
};

std::vector<Shown> shown(std::span<double const> under_d, std::span<double const> under_d_prime) {
  std::vector<Shown> trials;
  auto const add = [&](double ratio, bool d) {
    trials.push_back({std::isinf(ratio) ? ratio : std::round(ratio / grain) * grain, d});
  };
  for (auto const ratio : under_d) add(ratio, true);
  for (auto const ratio : under_d_prime) add(ratio, false);
  std::ranges::sort(trials, {}, &Shown::log_ratio);
  return trials;
}

/// Exact binomial tails, cell by cell.
double cells_fit(std::vector<Shown> const& trials, std::size_t cells) {
  auto const length = std::max<std::size_t>(1, (trials.size() + cells - 1) / cells);
  auto const certain = [&](std::size_t i) { return std::isinf(trials[i].log_ratio); };
  double smallest = 1;
  std::size_t counted = 0;
  for (std::size_t first = 0; first < trials.size(); ++counted) {
    auto last = first + 1;
    while (last < trials.size() && certain(last) == certain(first) &&
           (certain(first) ? trials[last].log_ratio == trials[first].log_ratio
                           : last < first + length || trials[last].log_ratio == trials[last - 1].log_ratio))
      ++last;
    std::uint64_t from_d = 0;
    for (auto i = first; i < last; ++i) from_d += trials[i].d;
    auto const n = static_cast<std::uint64_t>(last - first);
    if (certain(first)) {
      if (from_d != (trials[first].log_ratio > 0 ? n : 0)) return 0;
    } else {
      auto const least = probability(trials[first].log_ratio - grain),
                 most = probability(trials[last - 1].log_ratio + grain);
      if (most < 1) smallest = std::min(smallest, binomial_at_least(from_d, n, most));
      if (least > 0) smallest = std::min(smallest, binomial_at_most(from_d, n, least));
    }
    first = last;
  }
  return 2 * static_cast<double>(counted) * smallest;
}

/// One over the mean of e-values: the likelihood ratios of "the log ratio is `slope` times the declared one".
double slopes_fit(std::vector<Shown> const& trials) {
  constexpr double slopes[] = {0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01, 1.02, 1.05, 1.1, 1.25, 2};
  constexpr auto many = std::size(slopes);
  auto const surprise = [](double x) {
    return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
  };  // ln(1 + e^x)
  std::vector<double> log_wealth(many);
  for (std::size_t first = 0; first < trials.size();) {
    auto const ratio = trials[first].log_ratio;
    double d = 0, n = 0;
    for (; first < trials.size() && trials[first].log_ratio == ratio; ++first) d += trials[first].d, ++n;
    if (std::isinf(ratio)) continue;
    for (std::size_t k = 0; k < many; ++k)
      log_wealth[k] += d * (surprise(-ratio) - surprise(-slopes[k] * ratio)) +
                       (n - d) * (surprise(ratio) - surprise(slopes[k] * ratio)) - 2 * grain * n;
  }
  LogSum wealth;
  for (auto const log_made : log_wealth) wealth.add(log_made - std::log(static_cast<double>(many)));
  return std::exp(-wealth.value());
}

}  // namespace

double log_ratio_fit(std::span<double const> under_d, std::span<double const> under_d_prime, std::size_t cells) {
  require(cells >= 1, "cells: there is none");
  if (has_nan(under_d) || has_nan(under_d_prime)) return 0;
  auto const trials = shown(under_d, under_d_prime);
  if (trials.empty()) return 1;
  return std::min({1.0, 2 * cells_fit(trials, cells), 2 * slopes_fit(trials)});
}

}  // namespace warner::verify
