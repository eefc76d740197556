#include "verify/learn/ranking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "verify/game/counts.hpp"
#include "verify/game/order_numbers.hpp"

namespace warner::verify {
namespace {

constexpr int least_small = -128;
using SmallCounts = std::array<std::uint32_t, 256>;

/// How often each of the integers from -128 on is there; nothing where there is another number.
std::optional<SmallCounts> small_counts(std::span<double const> values) {
  std::array<SmallCounts, 2> counts{};  // in turn, since the same counter twice in a row would wait for itself
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const y = values[i];
    if (!(y >= least_small && y < least_small + 256)) {
      if (std::isnan(y)) continue;
      return std::nullopt;
    }
    auto const whole = static_cast<int>(y);
    if (whole != y) return std::nullopt;
    ++counts[i % 2][static_cast<std::size_t>(whole - least_small)];
  }
  for (std::size_t k = 0; k < 256; ++k) counts[0][k] += counts[1][k];
  return counts[0];
}

std::vector<double> sorted_numbers(std::span<double const> values) {
  std::vector<double> sorted;
  sorted.reserve(values.size());
  for (auto const y : values)
    if (!std::isnan(y)) sorted.push_back(y + 0.0);
  order_numbers(sorted);
  return sorted;
}

/// Without a branch on which comes first, which nobody could foresee.
std::vector<double> together(std::vector<double> const& a, std::vector<double> const& b) {
  std::vector<double> all(a.size() + b.size());
  std::size_t i = 0, j = 0, k = 0;
  while (i < a.size() && j < b.size()) {
    auto const from_a = a[i] <= b[j];
    all[k++] = from_a ? a[i] : b[j];
    i += from_a;
    j += !from_a;
  }
  std::copy(a.begin() + static_cast<std::ptrdiff_t>(i), a.end(), all.begin() + static_cast<std::ptrdiff_t>(k));
  std::copy(b.begin() + static_cast<std::ptrdiff_t>(j), b.end(),
            all.begin() + static_cast<std::ptrdiff_t>(k + a.size() - i));
  return all;
}

double at_or_below(std::vector<double> const& sorted, double value) {
  return static_cast<double>(std::ranges::upper_bound(sorted, value) - sorted.begin());
}

/// The ends of runs of equal numbers, 0 first; nothing when there are more than `many`.
std::optional<std::vector<std::size_t>> all_ends(std::vector<double> const& sorted, std::size_t many) {
  std::vector<std::size_t> ends{0};
  for (auto at = sorted.begin(); at != sorted.end();) {
    if (ends.size() == many) return std::nullopt;
    at = std::upper_bound(at, sorted.end(), *at);
    ends.push_back(static_cast<std::size_t>(at - sorted.begin()));
  }
  return ends;
}

/// The first end of a run at or after each mass.
std::vector<std::size_t> ends_at(std::vector<double> const& sorted, std::vector<double> const& masses) {
  std::vector<std::size_t> ends;
  for (auto const mass : masses) {
    auto const rank = static_cast<std::size_t>(std::ceil(std::max(mass, 0.0)));
    if (rank == 0 || rank >= sorted.size()) {
      ends.push_back(std::min(rank, sorted.size()));
      continue;
    }
    auto const last = sorted.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
    ends.push_back(static_cast<std::size_t>(std::upper_bound(last, sorted.end(), *last) - sorted.begin()));
  }
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

}  // namespace

Ranking::Ranking(std::span<double const> under_d, std::span<double const> under_d_prime) {
  auto const d = small_counts(under_d), d_prime = d ? small_counts(under_d_prime) : std::nullopt;
  few_ = d && d_prime;
  if (few_) {
    for (std::size_t k = 0; k < d->size(); ++k)
      if ((*d)[k] + (*d_prime)[k] > 0)
        counts_.push_back(
            {static_cast<double>(k) + least_small, static_cast<double>((*d)[k]), static_cast<double>((*d_prime)[k])});
    return;
  }
  d_ = sorted_numbers(under_d);
  d_prime_ = sorted_numbers(under_d_prime);
}

double Ranking::mass() const {
  double sum = 0;
  for (auto const& count : counts_) sum += count.d + count.d_prime;
  return few_ ? sum : static_cast<double>(d_.size() + d_prime_.size());
}

std::vector<Count> Ranking::condensed(std::size_t many) const {
  if (few_) return verify::condensed(counts_, many);
  auto const all = together(d_, d_prime_);
  auto const every = all_ends(all, many);
  auto const ends = every ? *every : ends_at(all, spread_masses(static_cast<double>(all.size()), many));
  std::vector<Count> groups;
  double d = 0, d_prime = 0;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    auto const least = all[ends[i]], greatest = all[ends[i + 1] - 1];
    auto const d_now = at_or_below(d_, greatest), d_prime_now = at_or_below(d_prime_, greatest);
    groups.push_back({least, d_now - d, d_prime_now - d_prime, greatest});
    d = d_now;
    d_prime = d_prime_now;
  }
  return groups;
}

}  // namespace warner::verify
