#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "verify/learn/learned_scores.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t most_symbols = 64, most_classes = 4096, most_read = 1 << 16;
constexpr double often = 1e-3;           // of the releases: a value that comes back so often is a symbol
constexpr std::size_t worth_bins = 200;  // releases of a class

/// The values of a column that keep coming back, NaN among them, in increasing order.
std::vector<double> symbols_of(std::span<double const> under_d, std::span<double const> under_d_prime) {
  auto const read = std::min(under_d.size(), most_read);
  auto counts = counts_of(under_d.first(read), under_d_prime.first(read));
  auto const seen = [](Count const& count) { return count.d + count.d_prime; };
  auto const least = std::max(4.0, often * 2 * static_cast<double>(read));
  double numbers = 0;
  for (auto const& count : counts) numbers += seen(count);
  std::erase_if(counts, [&](Count const& count) { return seen(count) < least; });
  std::ranges::stable_sort(counts, std::greater{}, seen);
  if (counts.size() > most_symbols) counts.resize(most_symbols);
  std::vector<double> symbols;
  for (auto const& count : counts) symbols.push_back(count.value);
  std::ranges::sort(symbols);
  if (2 * static_cast<double>(read) - numbers >= least) symbols.push_back(std::numeric_limits<double>::quiet_NaN());
  return symbols;
}

/// Whether a column has numbers, as opposed to symbols, enough for bins in some class.
bool has_numbers(std::vector<std::vector<double>> const& symbols, ConstBatch under_d, ConstBatch under_d_prime) {
  for (std::size_t j = 0; j < symbols.size(); ++j) {
    std::size_t numbers = 0;
    for (auto const& batch : {under_d, under_d_prime})
      for (auto const y : batch.column(j))
        if ((numbers += symbol_of(symbols[j], y) == symbols[j].size()) >= worth_bins) return true;
  }
  return false;
}

using Members = std::map<std::vector<std::size_t>, std::vector<std::size_t>>;  // class -> its releases

Members members_of(std::vector<std::vector<double>> const& symbols, ConstBatch releases) {
  Members members;
  std::vector<std::size_t> name(symbols.size());
  for (std::size_t i = 0; i < releases.releases(); ++i) {
    for (std::size_t j = 0; j < symbols.size(); ++j) name[j] = symbol_of(symbols[j], releases(i, j));
    members[name].push_back(i);
  }
  return members;
}

/// By how much the log ratios of classes vary besides chance (empirical Bayes): rare classes are drawn towards none.
double variance_of_ratios(std::vector<std::pair<double, double>> const& classes) {
  double weights = 0, sum = 0;
  for (auto const& [d, d_prime] : classes) {
    auto const ratio = std::log((d + 0.5) / (d_prime + 0.5)), chance = 1 / (d + 0.5) + 1 / (d_prime + 0.5),
               weight = d + d_prime;
    weights += weight;
    sum += weight * (ratio * ratio - chance);
  }
  return weights > 0 ? std::max(0.0, sum / weights) : 0;
}

double drawn_in(double d, double d_prime, double variance) {
  auto const ratio = std::log((d + 0.5) / (d_prime + 0.5)), chance = 1 / (d + 0.5) + 1 / (d_prime + 0.5);
  return ratio * variance / (variance + chance);
}

std::vector<double> picked(std::span<double const> column, std::vector<std::size_t> const& rows) {
  std::vector<double> values;
  for (auto const row : rows) values.push_back(column[row]);
  return values;
}

}  // namespace

Conditional learn_conditional(ConstBatch under_d, ConstBatch under_d_prime) {
  Conditional learned;
  for (std::size_t j = 0; j < under_d.width(); ++j)
    learned.symbols.push_back(symbols_of(under_d.column(j), under_d_prime.column(j)));
  if (std::ranges::all_of(learned.symbols, [](auto const& s) { return s.empty(); })) return {};
  if (!has_numbers(learned.symbols, under_d, under_d_prime)) return {};
  auto there = members_of(learned.symbols, under_d), back = members_of(learned.symbols, under_d_prime);
  std::vector<std::pair<std::vector<std::size_t>, std::size_t>> names;
  for (auto const& [name, rows] : there) names.emplace_back(name, rows.size() + back[name].size());
  for (auto const& [name, rows] : back)
    if (!there.contains(name)) names.emplace_back(name, rows.size());
  if (names.size() > most_read) return {};  // nothing keeps coming back together
  std::ranges::stable_sort(names, std::greater{}, [](auto const& entry) { return entry.second; });
  if (names.size() > most_classes) names.resize(most_classes);
  std::vector<std::pair<double, double>> sizes;
  for (auto const& [name, _] : names)
    sizes.emplace_back(static_cast<double>(there[name].size()), static_cast<double>(back[name].size()));
  auto const variance = variance_of_ratios(sizes);
  auto mixed = false;
  for (auto const& [name, many] : names) {
    auto const &rows = there[name], &rows_prime = back[name];
    auto const d = static_cast<double>(rows.size()), d_prime = static_cast<double>(rows_prime.size());
    auto const share = std::log((d + 0.5) / (d_prime + 0.5));
    Conditional::Class one{name, drawn_in(d, d_prime, variance), {}};
    for (std::size_t j = 0; j < name.size() && many >= worth_bins; ++j) {
      if (name[j] != learned.symbols[j].size()) continue;
      auto bins = learn_bins({Feature::Kind::coordinate, j},
                             Ranking{picked(under_d.column(j), rows), picked(under_d_prime.column(j), rows_prime)});
      if (bins.edges.empty()) continue;
      for (auto& ratio : bins.log_ratio) ratio -= share;  // given the class
      one.within.push_back(std::move(bins));
    }
    mixed = mixed || !one.within.empty();
    learned.classes.push_back(std::move(one));
  }
  return mixed ? learned : Conditional{};
}

}  // namespace warner::verify
