#include "verify/learn/fit_together.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "verify/learn/regression.hpp"
#include "verify/scores/hash_table.hpp"
#include "verify/scores/release_hash.hpp"

namespace warner::verify {

using mechanisms::ConstBatch;

namespace {

constexpr std::size_t glance = 4096;  // releases that tell whether cells repeat

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
/// Empty where these are more than half as many as the releases, or it looks like it: a further one is new with the
/// probability that one so far is the only one of its cell [G53].
/// Two cells share a hash once in 2^64: then they are counted as one.
std::vector<Cell> cells_that_repeat(std::vector<std::vector<std::uint16_t>> const& places, std::size_t of_d,
                                    std::size_t of_d_prime) {
  HashTable<std::size_t> seen;
  std::vector<Cell> cells;
  std::size_t alone = 0;
  for (std::size_t i = 0; i < of_d + of_d_prime; ++i) {
    if (2 * cells.size() > of_d + of_d_prime || (i == glance && 2 * alone > i)) return {};
    auto const hash = hash_of_release(places.size(), [&](std::size_t t) { return static_cast<double>(places[t][i]); });
    auto const [cell, fresh] = seen.try_emplace(hash);
    if (fresh) {
      cell = cells.size();
      cells.emplace_back();
      for (auto const& of_term : places) cells.back().bins.push_back(of_term[i]);
    }
    auto& counted = cells[cell];
    if (fresh) ++alone;
    else if (counted.d + counted.d_prime == 1) --alone;
    ++(i < of_d ? counted.d : counted.d_prime);
  }
  return cells;
}

/// Places of coordinates, in order of which neighbours should be alike.
using Ranges = std::vector<std::vector<std::size_t>>;

/// @param places: of each coordinate those of all rows.
Additive fitted(Additive score, Ranges const& ranges, Rows rows, std::vector<std::vector<std::uint16_t>> places) {
  std::vector<Term> terms;
  for (std::size_t t = 0; t < places.size(); ++t)
    terms.push_back({&score.coordinates[t].log_ratio, std::move(places[t]), ranges[t]});
  fit(rows, terms);
  return score;
}

/// @param bin_of(cell, t): of coordinate t.
template <class BinOf>
Additive fitted_on_cells(Additive score, Ranges const& ranges, std::vector<Cell> const& cells, BinOf const& bin_of) {
  std::vector<std::vector<std::uint16_t>> places(score.coordinates.size());
  for (std::size_t t = 0; t < places.size(); ++t)
    for (auto const& cell : cells) places[t].push_back(bin_of(cell, t));
  return fitted(std::move(score), ranges, Rows{cells}, std::move(places));
}

Additive fitted_on_releases(Additive score, Ranges const& ranges, ConstBatch under_d, ConstBatch under_d_prime) {
  std::vector<std::vector<std::uint16_t>> places;
  for (auto const& bins : score.coordinates) places.push_back(places_of(bins, under_d, under_d_prime));
  if (auto const alike = cells_that_repeat(places, under_d.releases(), under_d_prime.releases()); !alike.empty())
    return fitted_on_cells(std::move(score), ranges, alike,
                           [](Cell const& cell, std::size_t t) { return cell.bins[t]; });
  Rows rows{under_d.releases() + under_d_prime.releases()};
  std::ranges::fill(rows.all, 1);
  std::fill_n(rows.d.begin(), under_d.releases(), 1);
  return fitted(std::move(score), ranges, std::move(rows), std::move(places));
}

/// The bins of a grid before anything is fitted, but for axes that are the same everywhere; and their ranges.
std::pair<Additive, Ranges> nothing_said(HistogramGrid const& grid) {
  std::pair<Additive, Ranges> nothing;
  for (std::size_t j = 0; j < grid.axes().size(); ++j) {
    auto const& axis = grid.axes()[j];
    if (axis.edges.empty()) continue;
    nothing.first.coordinates.push_back(
        {{Feature::Kind::coordinate, j}, axis.edges, std::vector<double>(axis.edges.size() + 1)});
    nothing.second.push_back(axis.range());
  }
  return nothing;
}

}  // namespace

Additive fitted_together(HistogramGrid const& grid, std::vector<Cell> const& cells) {
  auto const [score, ranges] = nothing_said(grid);
  return fitted_on_cells(score, ranges, cells, [&score = score](Cell const& cell, std::size_t t) {
    return cell.bins[score.coordinates[t].feature.column];
  });
}

Additive fitted_together(HistogramGrid const& grid, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const [score, ranges] = nothing_said(grid);
  return fitted_on_releases(score, ranges, under_d, under_d_prime);
}

Additive fitted_together(Additive score, ConstBatch under_d, ConstBatch under_d_prime) {
  std::erase_if(score.coordinates, [](Bins const& bins) { return bins.edges.empty(); });
  // From 0: where all coordinates say the same, their own log ratios add up to far too much, and steps never settle.
  for (auto& bins : score.coordinates) std::ranges::fill(bins.log_ratio, 0);
  Ranges const none(score.coordinates.size());
  return fitted_on_releases(std::move(score), none, under_d, under_d_prime);
}

}  // namespace warner::verify
