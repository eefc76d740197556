#include "verify/learn/axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "verify/game/counts.hpp"
#include "verify/game/order_numbers.hpp"
#include "verify/learn/looks.hpp"
#include "verify/scores/edge_between.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t most_contexts = 8;
constexpr double often = 1e-3;  // of the releases: a value that comes back so often has a bin of its own

/// What a release has in a column: the index of a symbol, or one of these.
constexpr std::uint16_t a_number = 0xFFFF, nothing = 0xFFFE;

/// The releases that edges are chosen on, and of each column the values that keep coming back.
struct Read {
  std::array<ConstBatch, 2> under;  // D, D'
  std::size_t rows;
  std::vector<std::vector<Count>> counts;                         // of each column
  std::vector<std::vector<double>> symbols;                       // increasing
  std::vector<std::array<std::vector<std::uint16_t>, 2>> places;  // of each column, of each release under D and D'

  Read(ConstBatch d, ConstBatch d_prime, sim::Execution const& execution)
      : under{d, d_prime},
        rows{std::min(std::max(d.releases(), d_prime.releases()), lesson)},
        counts(d.width()),
        symbols(d.width()),
        places(d.width()) {
    auto const read = [&](std::size_t j) {
      counts[j] = counts_of(first_of(0, j), first_of(1, j));
      for (auto const& count : counts[j])
        if (count.d + count.d_prime >= least_of(rows)) symbols[j].push_back(count.value);
      for (std::size_t arm = 0; arm < 2; ++arm)
        for (auto const y : first_of(arm, j)) places[j][arm].push_back(place_of(j, y));
    };
    sim::for_each(d.width(), read, execution);
  }
  std::span<double const> first_of(std::size_t arm, std::size_t j) const {
    return under[arm].column(j).first(std::min(rows, under[arm].releases()));
  }
  static double least_of(std::size_t rows) { return std::max(4.0, often * 2 * static_cast<double>(rows)); }

 private:
  std::uint16_t place_of(std::size_t j, double y) const {
    if (std::isnan(y)) return nothing;
    auto const at = std::ranges::lower_bound(symbols[j], y);
    return at == symbols[j].end() || *at != y ? a_number : static_cast<std::uint16_t>(at - symbols[j].begin());
  }
};

/// Numbers under D and under D'.
using Group = std::array<std::vector<double>, 2>;

/// The numbers of column j in the first rows by their context: the symbol that stands in column i.
/// Contexts that are rare are left out.
std::vector<Group> numbers_by(Read const& read, std::size_t j, std::size_t i, std::size_t rows) {
  std::vector<Group> groups(read.symbols[i].size());
  for (std::size_t arm = 0; arm < 2; ++arm) {
    auto const numbers = read.first_of(arm, j);
    auto const &of_number = read.places[j][arm], &of_symbol = read.places[i][arm];
    for (std::size_t row = 0; row < std::min(rows, numbers.size()); ++row)
      if (of_number[row] == a_number && of_symbol[row] < nothing) groups[of_symbol[row]][arm].push_back(numbers[row]);
  }
  std::erase_if(groups, [&](Group const& group) {
    return static_cast<double>(group[0].size() + group[1].size()) < Read::least_of(rows);
  });
  return groups;
}

/// Whether the numbers of two contexts lie far apart: half of one outside nine tenths of the other.
bool differ(std::vector<Group> const& groups) {
  std::vector<std::vector<double>> sorted;
  for (auto const& [d, d_prime] : groups) {
    sorted.push_back(d);
    sorted.back().insert(sorted.back().end(), d_prime.begin(), d_prime.end());
    order_numbers(sorted.back());
  }
  auto const quantile = [](std::vector<double> const& values, double q) {
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
  };
  return std::ranges::any_of(sorted, [&](auto const& a) {
    return std::ranges::any_of(sorted, [&](auto const& b) {
      return quantile(a, 0.5) < quantile(b, 0.05) || quantile(a, 0.5) > quantile(b, 0.95);
    });
  });
}

/// Edges for the numbers of a column, as positions among its counts.
///
///   1. Spreads positions evenly in mass, finer into the tails.
///   2. Looks for the first other column whose symbols are contexts in which the numbers lie far apart.
///   3. Spreads as many positions within each of these contexts: the numbers may be gaps in one, answers in another.
std::vector<std::size_t> positions_of_numbers(Read const& read, std::size_t j, std::size_t many) {
  auto const& counts = read.counts[j];
  auto numbers = counts;
  for (auto& count : numbers)
    if (std::ranges::binary_search(read.symbols[j], count.value)) count.d = count.d_prime = 0;
  auto positions = spread_positions(numbers, many);
  for (std::size_t i = 0; i < read.symbols.size(); ++i) {
    if (i == j || read.symbols[i].size() < 2 || read.symbols[i].size() > most_contexts) continue;
    if (!differ(numbers_by(read, j, i, std::min(glance, read.rows)))) continue;
    for (auto const& [d, d_prime] : numbers_by(read, j, i, read.rows)) {
      auto const of_group = counts_of(d, d_prime);
      for (auto const position : spread_positions(of_group, many))
        positions.push_back(
            position == of_group.size()
                ? counts.size()
                : static_cast<std::size_t>(
                      std::ranges::lower_bound(counts, of_group[position].value, {}, &Count::value) - counts.begin()));
    }
    break;
  }
  return positions;
}

Axis axis_of(Read const& read, std::size_t j, std::size_t many) {
  auto const& counts = read.counts[j];
  auto positions = positions_of_numbers(read, j, many);
  positions.insert(positions.end(), {0, counts.size()});
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (std::ranges::binary_search(read.symbols[j], counts[i].value)) positions.insert(positions.end(), {i, i + 1});
  auto const groups = condensed(counts, std::move(positions));
  Axis axis;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i > 0) axis.edges.push_back(edge_between(groups[i - 1].greatest, groups[i].value));
    auto const is_symbol =
        groups[i].value == groups[i].greatest && std::ranges::binary_search(read.symbols[j], groups[i].value);
    axis.symbol.push_back(is_symbol ? std::optional{groups[i].value} : std::nullopt);
  }
  if (groups.empty()) axis.symbol.push_back(std::nullopt);
  return axis;
}

}  // namespace

std::vector<std::size_t> Axis::range() const {
  std::vector<std::size_t> bins;
  for (std::size_t b = 0; b < symbol.size(); ++b)
    if (!symbol[b]) bins.push_back(b);
  return bins;
}

std::vector<Axis> axes_of(ConstBatch under_d, ConstBatch under_d_prime, std::size_t many,
                          sim::Execution const& execution) {
  Read const read{under_d, under_d_prime, execution};
  std::vector<Axis> axes(under_d.width());
  sim::for_each(
      axes.size(), [&](std::size_t j) { axes[j] = axis_of(read, j, many); }, execution);
  return axes;
}

}  // namespace warner::verify
