#include "verify/game/counts.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "verify/bounds/luck.hpp"
#include "verify/game/order_numbers.hpp"

namespace warner::verify {
namespace {

std::vector<double> sorted_numbers(std::span<double const> values) {
  std::vector<double> sorted;
  sorted.reserve(values.size());
  std::ranges::copy_if(values, std::back_inserter(sorted), [](double y) { return !std::isnan(y); });
  order_numbers(sorted);
  return sorted;
}

}  // namespace

double mass_of(std::span<Count const> counts) {
  return std::accumulate(counts.begin(), counts.end(), 0.0,
                         [](double sum, Count const& count) { return sum + count.d + count.d_prime; });
}

std::vector<Count> counts_of(std::span<double const> under_d, std::span<double const> under_d_prime) {
  auto const p = sorted_numbers(under_d), q = sorted_numbers(under_d_prime);
  std::vector<Count> counts;
  for (std::size_t i = 0, j = 0; i < p.size() || j < q.size();) {
    auto const value = i == p.size() ? q[j] : j == q.size() ? p[i] : std::min(p[i], q[j]);
    Count count{value, 0, 0};
    for (; i < p.size() && p[i] == value; ++i) ++count.d;
    for (; j < q.size() && q[j] == value; ++j) ++count.d_prime;
    counts.push_back(count);
  }
  return counts;
}

std::vector<Count> merged(std::vector<Count> const& a, std::vector<Count> const& b) {
  std::vector<Count> all;
  all.reserve(a.size() + b.size());
  std::ranges::merge(a, b, std::back_inserter(all), {}, &Count::value, &Count::value);
  std::vector<Count> joined;
  for (auto const& count : all) {
    if (joined.empty() || joined.back().value != count.value) {
      joined.push_back(count);
    } else {
      joined.back().d += count.d;
      joined.back().d_prime += count.d_prime;
    }
  }
  return joined;
}

std::vector<double> spread_masses(double all, std::size_t many) {
  std::vector<double> masses{0, all};
  auto const even = static_cast<double>(many) / 2;
  for (std::size_t i = 1; static_cast<double>(i) < even; ++i) masses.push_back(all * static_cast<double>(i) / even);
  auto const tail = all / even;  // the first and last even step, in steps of a constant factor down to a few values
  auto const steps = std::max(1.0, even / 2);
  auto const factor = std::pow(std::max(2.0, tail / 4), 1 / steps);
  // NOLINTNEXTLINE(clang-analyzer-security.FloatLoopCounter): a geometric sequence has no counter
  for (double mass = tail / factor; mass >= 1; mass /= factor) {
    masses.push_back(mass);
    masses.push_back(all - mass);
  }
  for (auto& mass : masses) mass = std::min(std::ceil(mass), all);
  std::ranges::sort(masses);
  masses.erase(std::unique(masses.begin(), masses.end()), masses.end());
  return masses;
}

bool stands_out(double longest, double others, std::size_t how_many, double all) {
  if (how_many == 0) return false;
  auto const luck = luck_of_the_largest(all), square = luck * luck, mean = others / static_cast<double>(how_many);
  return longest - mean > square / 6 + std::sqrt(square * square / 36 + square * mean);
}

std::vector<std::size_t> spread_positions(std::vector<Count> const& counts, std::size_t many) {
  std::vector<std::size_t> positions(counts.size() + 1);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  if (positions.size() <= many) return positions;

  Cumulated const cumulated{counts};
  std::vector<double> at(counts.size() + 1);
  for (std::size_t i = 0; i < at.size(); ++i) at[i] = cumulated.mass(i);
  positions.assign(1, 0);
  for (auto const mass : spread_masses(at.back(), many)) {
    auto const last = positions.back(), end = static_cast<std::size_t>(std::ranges::lower_bound(at, mass) - at.begin());
    if (end <= last) continue;
    auto longest = last;
    for (auto k = last + 1; k < end; ++k)
      if (at[k + 1] - at[k] > at[longest + 1] - at[longest]) longest = k;
    auto const mass_of_longest = at[longest + 1] - at[longest];
    if (stands_out(mass_of_longest, at[end] - at[last] - mass_of_longest, end - last - 1, at.back()))
      for (auto const position : {longest, longest + 1})
        if (position > last && position < end) positions.push_back(position);
    positions.push_back(end);
  }
  return positions;
}

std::vector<Count> condensed(std::vector<Count> const& counts, std::size_t many) {
  return condensed(counts, spread_positions(counts, many));
}

std::vector<Count> condensed(std::vector<Count> const& counts, std::vector<std::size_t> positions) {
  std::ranges::sort(positions);
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  std::vector<Count> groups;
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
    auto group = counts[positions[i]];
    for (auto k = positions[i] + 1; k < positions[i + 1]; ++k) {
      group.d += counts[k].d;
      group.d_prime += counts[k].d_prime;
      group.greatest = counts[k].greatest;
    }
    groups.push_back(group);
  }
  return groups;
}

std::size_t positions_tried(double mass) {
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::sqrt(mass) / 1.5), 32, 256);
}

}  // namespace warner::verify
