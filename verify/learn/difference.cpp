#include "verify/learn/difference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/edges.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t edges_read = 512, most_cells = 40;

/// Cells of equal mass, or of a value each.
sim::Edges edges_for(std::span<double const> numbers) {
  std::vector<double> sorted;
  for (std::size_t i = 0; i < numbers.size(); i += std::max<std::size_t>(1, numbers.size() / edges_read))
    if (!std::isnan(numbers[i])) sorted.push_back(numbers[i]);
  std::ranges::sort(sorted);
  std::vector<double> edges;
  for (std::size_t k = 1; k < most_cells && !sorted.empty(); ++k)
    if (auto const edge = sorted[k * sorted.size() / most_cells]; edges.empty() || edge > edges.back())
      edges.push_back(edge);
  return sim::Edges{edges};
}

}  // namespace

double Difference::beyond_mean() const { return std::max(0.0, statistic - freedom); }
double Difference::beyond_chance(double deviations) const {
  return statistic - freedom - deviations * std::sqrt(2 * freedom);
}

Difference difference(std::span<double const> a, std::span<double const> b) {
  auto const in_a = std::accumulate(a.begin(), a.end(), 0.0), in_b = std::accumulate(b.begin(), b.end(), 0.0);
  if (in_a == 0 || in_b == 0) return {0, 1};
  Difference found{0, -1};
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] + b[i] == 0) continue;
    auto const off = a[i] * std::sqrt(in_b / in_a) - b[i] * std::sqrt(in_a / in_b);
    found.statistic += off * off / (a[i] + b[i]);
    ++found.freedom;
  }
  found.freedom = std::max(1.0, found.freedom);
  return found;
}

Difference difference_of_halves(std::span<double const> numbers) {
  std::vector<std::int16_t> cells(numbers.size());
  edges_for(numbers).places(numbers, cells);
  std::array<std::array<double, most_cells>, 2> counts{};
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!std::isnan(numbers[i])) ++counts[2 * i >= cells.size()][static_cast<std::size_t>(cells[i])];
  return difference(counts[0], counts[1]);
}

}  // namespace warner::verify
