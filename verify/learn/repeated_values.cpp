#include "verify/learn/repeated_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "verify/learn/learned_scores.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t most_columns = 64, most_numbers = 64, glance = 512, most_read = std::size_t{1} << 18;

/// Whether most numbers of a column are there once.
bool hardly_repeats(std::span<double const> column) {
  auto const some = column.first(std::min(glance, column.size()));
  std::vector<double> seen;
  for (auto const y : some)
    if (!std::isnan(y)) seen.push_back(y);
  std::ranges::sort(seen);
  auto const distinct = std::unique(seen.begin(), seen.end()) - seen.begin();
  return 2 * static_cast<std::size_t>(distinct) > some.size();
}

/// The first numbers of these columns, one column after the other.
std::vector<double> pooled(ConstBatch releases, std::vector<std::size_t> const& columns) {
  auto const of_each = std::min(releases.releases(), most_read / columns.size());
  std::vector<double> numbers;
  numbers.reserve(of_each * columns.size());
  for (auto const j : columns) {
    auto const column = releases.column(j).first(of_each);
    numbers.insert(numbers.end(), column.begin(), column.end());
  }
  return numbers;
}

/// The heights at these numbers, increasing, and 0 between them.
Bins peaks_at(std::vector<std::pair<double, double>> const& numbers) {
  Bins peaks{{}, {}, {0}};
  for (auto const& [number, height] : numbers) {
    if (!peaks.edges.empty() && peaks.edges.back() == number) {
      peaks.log_ratio.back() = height;
    } else {
      peaks.edges.push_back(number);
      peaks.log_ratio.push_back(height);
    }
    peaks.edges.push_back(std::nextafter(number, std::numeric_limits<double>::infinity()));
    peaks.log_ratio.push_back(0);
  }
  return peaks;
}

}  // namespace

Additive learn_repeated(ConstBatch under_d, ConstBatch under_d_prime) {
  if (under_d.width() < 2) return {};
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < std::min(under_d.width(), most_columns); ++j)
    if (hardly_repeats(under_d.column(j)) && hardly_repeats(under_d_prime.column(j))) columns.push_back(j);
  if (columns.empty()) return {};
  auto const d = pooled(under_d, columns), d_prime = pooled(under_d_prime, columns);
  auto const atoms = learn_atoms({d.data(), d.size(), 1}, {d_prime.data(), d_prime.size(), 1});
  std::vector<std::pair<double, double>> numbers;
  for (std::size_t i = 0; i < atoms.log_ratio.size() && numbers.size() < most_numbers; ++i)
    if (atoms.log_ratio[i] != 0 && std::fabs(atoms.releases[i]) < std::numeric_limits<double>::max())
      numbers.emplace_back(atoms.releases[i], atoms.log_ratio[i]);
  if (numbers.empty()) return {};
  std::ranges::sort(numbers);
  auto const equal = [](auto const& a, auto const& b) { return a.first == b.first; };  // zeros of either sign
  numbers.erase(std::unique(numbers.begin(), numbers.end(), equal), numbers.end());
  auto peaks = peaks_at(numbers);
  Additive repeated;
  for (auto const j : columns) {
    peaks.feature = {Feature::Kind::coordinate, j};
    repeated.coordinates.push_back(peaks);
  }
  return repeated;
}

}  // namespace warner::verify
