#include "verify/learn/remainders.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr std::size_t scanned_with = 1024;  // releases of a dataset
constexpr std::size_t most_moduli = 2, coarse = 20, fine = 128;
constexpr double rounded_to[]{1, 10, 100, 1000, 10'000};
constexpr double wide = 10;  // moduli; in a narrower column bins see each remainder for themselves

using Histogram = std::array<double, fine>;

Histogram histogram_of(std::span<double const> remainders, double modulus, double cells) {
  Histogram seen{};
  for (auto const r : remainders)
    if (!std::isnan(r)) ++seen[std::min(fine - 1, static_cast<std::size_t>(r * cells / modulus))];
  return seen;
}

/// What of Pearson's statistic of two samples is beyond chance. Of moduli that see the same difference the least has
/// the most.
double excess(Histogram const& a, Histogram const& b) {
  double statistic = 0, freedom = -1, in_a = 0, in_b = 0;
  for (std::size_t i = 0; i < fine; ++i) in_a += a[i], in_b += b[i];
  if (in_a == 0 || in_b == 0) return 0;
  for (std::size_t i = 0; i < fine; ++i) {
    if (a[i] + b[i] == 0) continue;
    auto const off = a[i] * std::sqrt(in_b / in_a) - b[i] * std::sqrt(in_a / in_b);
    statistic += off * off / (a[i] + b[i]);
    ++freedom;
  }
  return freedom > 0 ? statistic - freedom - beyond_chance * std::sqrt(2 * freedom) : 0;
}

/// From the least to the greatest number of both.
double range_of(std::span<double const> a, std::span<double const> b) {
  auto least = HUGE_VAL, greatest = -HUGE_VAL;
  for (auto const part : {a, b})
    for (auto const y : part)
      if (std::isfinite(y)) least = std::min(least, y), greatest = std::max(greatest, y);
  return greatest - least;
}

/// The first numbers of a sample, if they are whole ones; empty where any is none, or too large to be one for sure.
std::vector<std::int64_t> whole_numbers(std::span<double const> numbers) {
  constexpr double largest = 9e15;
  std::vector<std::int64_t> whole;
  for (auto const y : numbers.first(std::min(scanned_with, numbers.size()))) {
    if (!std::isfinite(y)) continue;
    if (!(std::fabs(y) < largest) || y != std::trunc(y)) return {};
    whole.push_back(static_cast<std::int64_t>(y));
  }
  return whole;
}

/// The moduli up to so much in which two samples of whole numbers seem to differ most.
std::vector<double> scanned(std::vector<std::int64_t> const& a, std::vector<std::int64_t> const& b, double most) {
  auto const histogram = [](std::vector<std::int64_t> const& numbers, std::int64_t modulus) {
    Histogram seen{};
    for (auto const y : numbers) {
      auto const r = y % modulus;
      ++seen[static_cast<std::size_t>(r < 0 ? r + modulus : r)];
    }
    return seen;
  };
  std::vector<std::pair<double, double>> found;
  for (std::int64_t m = 2; m <= static_cast<std::int64_t>(fine) && static_cast<double>(m) <= most; ++m)
    found.emplace_back(-excess(histogram(a, m), histogram(b, m)), static_cast<double>(m));
  std::ranges::sort(found);
  std::vector<double> moduli;
  for (auto const& [by, m] : found)
    if (moduli.size() < most_moduli) moduli.push_back(m);
  return moduli;
}

/// Of one column, the most telling first.
std::vector<Feature> remainders_of(ConstBatch d, ConstBatch d_prime) {
  auto const widest = range_of(d.column(0), d_prime.column(0)) / wide;
  auto const whole_d = whole_numbers(d.column(0)), whole_d_prime = whole_numbers(d_prime.column(0));
  auto const are_whole = !whole_d.empty() && !whole_d_prime.empty();
  auto moduli = are_whole ? scanned(whole_d, whole_d_prime, widest) : std::vector<double>{};
  for (auto const modulus : rounded_to)
    if (widest >= modulus && std::ranges::find(moduli, modulus) == moduli.end()) moduli.push_back(modulus);
  std::vector<std::pair<double, Feature>> found;
  std::vector<double> scratch;
  for (auto const modulus : moduli) {
    Feature remainder{Feature::Kind::remainder, 0, 0, {modulus}};
    auto const cells = are_whole && modulus > 1 ? std::min(modulus, double{fine}) : double{coarse};
    auto const of_d = histogram_of(evaluate(remainder, d, scratch), modulus, cells);
    auto const by = excess(of_d, histogram_of(evaluate(remainder, d_prime, scratch), modulus, cells));
    if (by > 0) found.emplace_back(-by, std::move(remainder));
  }
  std::ranges::stable_sort(found, {}, [](auto const& entry) { return entry.first; });
  std::vector<Feature> features;
  for (auto& [by, feature] : found)
    if (features.size() < most_moduli) features.push_back(std::move(feature));
  return features;
}

}  // namespace

std::vector<Feature> remainders_that_differ(std::vector<Column> const& columns, ConstBatch under_d,
                                            ConstBatch under_d_prime) {
  std::vector<Feature> features;
  auto const some = [](ConstBatch releases, std::size_t j) {
    return ConstBatch{releases.column(j).data(), std::min(glance, releases.releases()), 1};
  };
  for (std::size_t j = 0; j < std::min(columns.size(), most_alone); ++j) {
    if (columns[j].kind == Column::Kind::category || columns[j].kind == Column::Kind::flag) continue;
    for (auto& feature : remainders_of(some(under_d, j), some(under_d_prime, j))) {
      feature.column = j;
      features.push_back(std::move(feature));
    }
  }
  return features;
}

}  // namespace warner::verify
