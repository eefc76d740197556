#include "verify/learn/fit_together.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/edges.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/regression.hpp"
#include "verify/scores/hash_table.hpp"
#include "verify/scores/release_hash.hpp"

namespace warner::verify {

using mechanisms::ConstBatch;

namespace {

/// Of each coordinate the bins of all rows.
using Places = std::vector<std::vector<std::uint16_t>>;

/// The bin of each release, those under D first; bins.log_ratio.size() for NaN.
std::vector<std::uint16_t> places_of(Bins const& bins, ConstBatch under_d, ConstBatch under_d_prime) {
  sim::Edges const edges{bins.edges};
  auto const nowhere = static_cast<std::uint16_t>(bins.log_ratio.size());
  std::vector<std::uint16_t> places;
  std::vector<std::int16_t> some;
  std::vector<double> scratch;
  for (auto const& batch : {under_d, under_d_prime}) {
    auto const values = evaluate(bins.feature, batch, scratch);
    some.resize(values.size());
    edges.places(values, some);
    for (std::size_t i = 0; i < some.size(); ++i)
      places.push_back(std::isnan(values[i]) ? nowhere : static_cast<std::uint16_t>(some[i]));
  }
  return places;
}

/// What is fitted: rows, and where each of them is.
struct Table {
  Rows rows;
  Places places;
};

/// A row for each release.
Table one_by_one(Places places, std::size_t of_d, std::size_t of_d_prime) {
  Table table{Rows{of_d + of_d_prime}, std::move(places)};
  std::ranges::fill(table.rows.all, 1);
  std::fill_n(table.rows.d.begin(), of_d, 1);
  return table;
}

/// A row for each kind of release, in the order in which they come: those in the same bins of all coordinates say the
/// same. Nothing where these are more than half as many as the releases, or it looks like it: a further one is new with
/// the probability that one so far is the only one of its kind [G53].
/// Two kinds share a hash once in 2^64: then they are counted as one.
std::optional<Table> by_kind(Places const& places, std::size_t of_d, std::size_t of_d_prime) {
  HashTable<std::size_t> seen;
  std::vector<std::size_t> first_of;  // of each kind its first release
  std::vector<double> d, all;
  std::size_t alone = 0;
  for (std::size_t i = 0; i < of_d + of_d_prime; ++i) {
    if (2 * first_of.size() > of_d + of_d_prime || (i == glance && 2 * alone > i)) return std::nullopt;
    auto const hash = hash_of_release(places.size(), [&](std::size_t t) { return static_cast<double>(places[t][i]); });
    auto const [kind, fresh] = seen.try_emplace(hash);
    if (fresh) {
      kind = first_of.size();
      first_of.push_back(i);
      d.push_back(0);
      all.push_back(0);
      ++alone;
    } else if (all[kind] == 1) {
      --alone;
    }
    d[kind] += i < of_d;
    ++all[kind];
  }
  Table table{Rows{first_of.size()}, Places(places.size())};
  table.rows.d = std::move(d);
  table.rows.all = std::move(all);
  for (std::size_t t = 0; t < places.size(); ++t)
    for (auto const i : first_of) table.places[t].push_back(places[t][i]);
  return table;
}

/// Bins, and of each coordinate those in order of which neighbours should be alike.
struct Model {
  Additive score{};
  std::vector<std::vector<std::size_t>> ranges{};

  /// Of axes that are not the same everywhere.
  explicit Model(std::vector<Axis> const& axes) {
    for (std::size_t j = 0; j < axes.size(); ++j) {
      auto const& edges = axes[j].edges;
      if (edges.empty()) continue;
      score.coordinates.push_back({{Feature::Kind::coordinate, j}, edges, std::vector<double>(edges.size() + 1)});
      ranges.push_back(axes[j].range());
    }
  }
  explicit Model(Additive bins) : score{std::move(bins)}, ranges(score.coordinates.size()) {}
};

Additive fitted(Model model, Table table) {
  std::vector<Term> terms;
  for (std::size_t t = 0; t < model.ranges.size(); ++t)
    terms.push_back({&model.score.coordinates[t].log_ratio, std::move(table.places[t]), std::move(model.ranges[t])});
  fit(table.rows, terms);
  return std::move(model.score);
}

Additive fitted(Model model, ConstBatch under_d, ConstBatch under_d_prime) {
  Places places;
  for (auto const& bins : model.score.coordinates) places.push_back(places_of(bins, under_d, under_d_prime));
  auto const of_d = under_d.releases(), of_d_prime = under_d_prime.releases();
  auto table = by_kind(places, of_d, of_d_prime);
  return fitted(std::move(model), table ? std::move(*table) : one_by_one(std::move(places), of_d, of_d_prime));
}

}  // namespace

Additive fitted_together(std::vector<Axis> const& axes, ConstBatch under_d, ConstBatch under_d_prime) {
  return fitted(Model{axes}, under_d, under_d_prime);
}

Additive fitted_together(CellCounts const& counts) {
  Model model{counts.axes()};
  auto const cells = counts.cells();
  Table table{Rows{cells.size()}, Places(model.ranges.size())};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    table.rows.d[i] = cells[i].d;
    table.rows.all[i] = cells[i].d + cells[i].d_prime;
    for (std::size_t t = 0; t < model.ranges.size(); ++t)
      table.places[t].push_back(cells[i].bins[model.score.coordinates[t].feature.column]);
  }
  return fitted(std::move(model), std::move(table));
}

Additive fitted_together(Additive score, ConstBatch under_d, ConstBatch under_d_prime) {
  std::erase_if(score.coordinates, [](Bins const& bins) { return bins.edges.empty(); });
  // From 0: where all coordinates say the same, their own log ratios add up to far too much, and steps never settle.
  for (auto& bins : score.coordinates) std::ranges::fill(bins.log_ratio, 0);
  return fitted(Model{std::move(score)}, under_d, under_d_prime);
}

}  // namespace warner::verify
