#include "verify/learn/telling_columns.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>

#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t most_in_all = std::size_t{1} << 23;  // values

/// NaN sorts last.
std::vector<double> sorted(std::span<double const> column, std::size_t n) {
  std::vector<double> values(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(n));
  std::ranges::sort(values, [](double a, double b) { return a < b || (std::isnan(b) && !std::isnan(a)); });
  return values;
}

/// The largest distance of two distribution functions, in releases.
std::size_t distance(std::vector<double> const& a, std::vector<double> const& b) {
  std::size_t i = 0, j = 0, most = 0;
  while (i < a.size() && j < b.size()) {
    auto const least = std::isnan(a[i]) ? b[j] : std::isnan(b[j]) ? a[i] : std::min(a[i], b[j]);
    auto const is_least = [least](double y) { return y == least || (std::isnan(y) && std::isnan(least)); };
    while (i < a.size() && is_least(a[i])) ++i;
    while (j < b.size() && is_least(b[j])) ++j;
    most = std::max(most, i > j ? i - j : j - i);
  }
  return most;
}

}  // namespace

std::vector<std::size_t> telling_columns(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime,
                                         std::size_t most, sim::Execution const& execution) {
  std::vector<std::size_t> columns(under_d.width());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  if (columns.size() <= most) return columns;
  auto const n = std::min(
      {under_d.releases(), under_d_prime.releases(), glance, std::max<std::size_t>(100, most_in_all / columns.size())});
  std::vector<std::size_t> distances(columns.size());
  sim::for_each(
      columns.size(),
      [&](std::size_t j) { distances[j] = distance(sorted(under_d.column(j), n), sorted(under_d_prime.column(j), n)); },
      execution);
  std::ranges::stable_sort(columns, std::greater{}, [&](std::size_t j) { return distances[j]; });
  columns.resize(most);
  std::ranges::sort(columns);
  return columns;
}

}  // namespace warner::verify
