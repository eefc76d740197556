#include "verify/learn/axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "verify/game/counts.hpp"
#include "verify/game/order_numbers.hpp"
#include "verify/scores/edge_between.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t most_contexts = 8, glance = 1 << 14;
constexpr double often = 1e-3;  // of the releases: a value that comes back so often has a bin of its own

/// The releases that edges are chosen on, and of each column the values that keep coming back.
struct Read {
  ConstBatch under_d, under_d_prime;
  std::vector<std::vector<Count>> counts{};    // of each column
  std::vector<std::vector<double>> symbols{};  // increasing

  Read(ConstBatch d, ConstBatch d_prime) : under_d{d}, under_d_prime{d_prime} {
    auto const least = least_of(d.releases() + d_prime.releases());
    for (std::size_t j = 0; j < d.width(); ++j) {
      counts.push_back(counts_of(d.column(j), d_prime.column(j)));
      symbols.emplace_back();
      for (auto const& count : counts.back())
        if (count.d + count.d_prime >= least) symbols.back().push_back(count.value);
    }
  }
  static double least_of(std::size_t releases) { return std::max(4.0, often * static_cast<double>(releases)); }
  bool is_number(std::size_t j, double y) const { return !std::isnan(y) && !std::ranges::binary_search(symbols[j], y); }
};

using Groups = std::map<double, std::pair<std::vector<double>, std::vector<double>>>;

/// The numbers of column j in the first releases, under D and under D', by their context: the symbol that stands in
/// column i. Contexts that are rare are left out.
Groups numbers_by(Read const& read, std::size_t j, std::size_t i,
                  std::size_t most = std::numeric_limits<std::size_t>::max()) {
  Groups groups;
  std::size_t rows = 0;
  for (auto const& batch : {read.under_d, read.under_d_prime}) {
    auto const numbers = batch.column(j), symbols = batch.column(i);
    auto const of_batch = std::min(batch.releases(), most);
    rows += of_batch;
    for (std::size_t row = 0; row < of_batch; ++row) {
      if (!read.is_number(j, numbers[row]) || std::isnan(symbols[row]) || read.is_number(i, symbols[row])) continue;
      auto& group = groups[symbols[row]];
      (batch.data() == read.under_d.data() ? group.first : group.second).push_back(numbers[row]);
    }
  }
  std::erase_if(groups, [&](auto const& group) {
    return static_cast<double>(group.second.first.size() + group.second.second.size()) < Read::least_of(rows);
  });
  return groups;
}

/// Whether the numbers of two contexts lie far apart: half of one outside nine tenths of the other.
bool differ(Groups const& groups) {
  std::vector<std::vector<double>> sorted;
  for (auto const& [_, group] : groups) {
    sorted.push_back(group.first);
    sorted.back().insert(sorted.back().end(), group.second.begin(), group.second.end());
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
    if (!differ(numbers_by(read, j, i, glance))) continue;
    for (auto const& [_, group] : numbers_by(read, j, i)) {
      auto const of_group = counts_of(group.first, group.second);
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
  Axis axis{{{Feature::Kind::coordinate, j}, {}, std::vector<double>(std::max<std::size_t>(groups.size(), 1))}};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i > 0) axis.bins.edges.push_back(edge_between(groups[i - 1].greatest, groups[i].value));
    auto const is_symbol =
        groups[i].value == groups[i].greatest && std::ranges::binary_search(read.symbols[j], groups[i].value);
    if (!is_symbol) axis.range.push_back(i);
  }
  return axis;
}

}  // namespace

std::vector<Axis> axes_of(ConstBatch under_d, ConstBatch under_d_prime, std::size_t many) {
  Read const read{under_d, under_d_prime};
  std::vector<Axis> axes;
  for (std::size_t j = 0; j < under_d.width(); ++j) axes.push_back(axis_of(read, j, many));
  return axes;
}

}  // namespace warner::verify
