#include "verify/learn/remainders.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr std::size_t most_columns = 64, most_read = 4096, parts = 20;
constexpr double moduli[]{1, 10, 100};
constexpr double wide = 10;   // moduli; in a narrower column bins see each remainder for themselves
constexpr double chance = 5;  // standard deviations

using Histogram = std::array<double, parts>;

Histogram histogram_of(std::span<double const> remainders, double modulus) {
  Histogram seen{};
  for (auto const r : remainders)
    if (!std::isnan(r)) ++seen[std::min(parts - 1, static_cast<std::size_t>(r / modulus * parts))];
  return seen;
}

/// Pearson's statistic of two samples of one law.
bool differ(Histogram const& a, Histogram const& b) {
  double statistic = 0, freedom = -1, in_a = 0, in_b = 0;
  for (std::size_t i = 0; i < parts; ++i) in_a += a[i], in_b += b[i];
  if (in_a == 0 || in_b == 0) return false;
  for (std::size_t i = 0; i < parts; ++i) {
    if (a[i] + b[i] == 0) continue;
    auto const off = a[i] * std::sqrt(in_b / in_a) - b[i] * std::sqrt(in_a / in_b);
    statistic += off * off / (a[i] + b[i]);
    ++freedom;
  }
  return freedom > 0 && statistic > freedom + chance * std::sqrt(2 * freedom);
}

/// From the least to the greatest number of both.
double range_of(std::span<double const> a, std::span<double const> b) {
  auto least = HUGE_VAL, greatest = -HUGE_VAL;
  for (auto const part : {a, b})
    for (auto const y : part)
      if (std::isfinite(y)) least = std::min(least, y), greatest = std::max(greatest, y);
  return greatest - least;
}

}  // namespace

std::vector<Feature> remainders_that_differ(std::vector<Column> const& columns, ConstBatch under_d,
                                            ConstBatch under_d_prime) {
  std::vector<Feature> features;
  std::vector<double> scratch;
  auto const some = [](ConstBatch releases, std::size_t j) {
    return ConstBatch{releases.column(j).data(), std::min(most_read, releases.releases()), 1};
  };
  for (std::size_t j = 0; j < std::min(columns.size(), most_columns); ++j) {
    if (columns[j].kind == Column::Kind::category || columns[j].kind == Column::Kind::flag) continue;
    auto const d = some(under_d, j), d_prime = some(under_d_prime, j);
    auto const range = range_of(d.column(0), d_prime.column(0));
    for (auto const modulus : moduli) {
      if (!(range >= wide * modulus)) continue;
      Feature remainder{Feature::Kind::remainder, 0, 0, {modulus}};
      auto const of_d = histogram_of(evaluate(remainder, d, scratch), modulus);
      if (!differ(of_d, histogram_of(evaluate(remainder, d_prime, scratch), modulus))) continue;
      remainder.column = j;
      features.push_back(std::move(remainder));
    }
  }
  return features;
}

}  // namespace warner::verify
