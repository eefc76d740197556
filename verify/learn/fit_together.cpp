#include "verify/learn/fit_together.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "verify/learn/regression.hpp"
#include "verify/scores/hash_table.hpp"
#include "verify/scores/release_hash.hpp"

namespace warner::verify {

using mechanisms::ConstBatch;

namespace {

/// The bin of each release, those under D first; bins.log_ratio.size() for NaN.
std::vector<std::uint16_t> places_of(Bins const& bins, ConstBatch under_d, ConstBatch under_d_prime) {
  std::vector<std::uint16_t> places;
  std::vector<double> scratch;
  for (auto const& batch : {under_d, under_d_prime})
    for (auto const value : evaluate(bins.feature, batch, scratch))
      places.push_back(static_cast<std::uint16_t>(
          std::isnan(value)
              ? bins.log_ratio.size()
              : static_cast<std::size_t>(std::ranges::upper_bound(bins.edges, value) - bins.edges.begin())));
  return places;
}

/// Releases in the same bins of all terms say the same: the cells that they make, in the order in which they come.
/// Empty where these are more than half as many as the releases.
/// Two cells share a hash once in 2^64: then they are counted as one.
std::vector<Cell> cells_that_repeat(std::vector<std::vector<std::uint16_t>> const& places, std::size_t of_d,
                                    std::size_t of_d_prime) {
  HashTable<std::size_t> seen;
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < of_d + of_d_prime; ++i) {
    auto const hash = hash_of_release(places.size(), [&](std::size_t t) { return static_cast<double>(places[t][i]); });
    auto const [cell, fresh] = seen.try_emplace(hash);
    if (fresh) {
      if (2 * (cells.size() + 1) > of_d + of_d_prime) return {};
      cell = cells.size();
      cells.emplace_back();
      for (auto const& of_term : places) cells.back().bins.push_back(of_term[i]);
    }
    ++(i < of_d ? cells[cell].d : cells[cell].d_prime);
  }
  return cells;
}

}  // namespace

Additive fitted_together(HistogramGrid const& grid, std::vector<Cell> const& cells) {
  Additive score;
  auto const& axes = grid.axes();
  for (std::size_t j = 0; j < axes.size(); ++j)
    score.coordinates.push_back(
        {{Feature::Kind::coordinate, j}, axes[j].edges, std::vector<double>(axes[j].edges.size() + 1)});
  std::vector<Term> terms;
  for (std::size_t j = 0; j < axes.size(); ++j) {
    if (axes[j].edges.empty()) continue;
    Term term{&score.coordinates[j].log_ratio, {}, axes[j].range()};
    for (auto const& cell : cells) term.places.push_back(cell.bins[j]);
    terms.push_back(std::move(term));
  }
  Rows rows{cells};
  fit(rows, terms);
  std::erase_if(score.coordinates, [](Bins const& bins) { return bins.edges.empty(); });  // the same everywhere
  return score;
}

Additive fitted_together(Additive score, ConstBatch under_d, ConstBatch under_d_prime) {
  std::erase_if(score.coordinates, [](Bins const& bins) { return bins.edges.empty(); });
  std::vector<std::vector<std::uint16_t>> places;
  // From 0: where all coordinates say the same, their own log ratios add up to far too much, and steps never settle.
  for (auto& bins : score.coordinates) std::ranges::fill(bins.log_ratio, 0);
  for (auto const& bins : score.coordinates) places.push_back(places_of(bins, under_d, under_d_prime));
  auto const alike = cells_that_repeat(places, under_d.releases(), under_d_prime.releases());
  std::vector<Term> terms;
  for (std::size_t t = 0; t < places.size(); ++t) {
    Term term{&score.coordinates[t].log_ratio, {}};
    if (alike.empty()) term.places = std::move(places[t]);
    for (auto const& cell : alike) term.places.push_back(cell.bins[t]);
    terms.push_back(std::move(term));
  }
  if (!alike.empty()) {
    Rows rows{alike};
    fit(rows, terms);
    return score;
  }
  Rows rows{under_d.releases() + under_d_prime.releases()};
  std::ranges::fill(rows.all, 1);
  std::fill_n(rows.d.begin(), under_d.releases(), 1);
  fit(rows, terms);
  return score;
}

}  // namespace warner::verify
