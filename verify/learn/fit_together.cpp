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

/// All terms from 0: where coordinates say the same, their own log ratios add up to far too much, and steps never
/// settle.
/// @param ranges: of each coordinate the places in order of which neighbours should be alike.
Additive fitted_from_zero(Additive score, std::vector<std::vector<std::size_t>> const& ranges, ConstBatch under_d,
                          ConstBatch under_d_prime) {
  std::vector<Term> terms;
  std::vector<std::vector<std::uint16_t>> places;
  for (std::size_t j = 0; j < score.coordinates.size(); ++j) {
    auto& bins = score.coordinates[j];
    std::ranges::fill(bins.log_ratio, 0);
    if (bins.edges.empty()) continue;  // the same everywhere
    places.push_back(places_of(bins, under_d, under_d_prime));
    terms.push_back({&bins.log_ratio, {}, ranges[j]});
  }
  auto const alike = cells_that_repeat(places, under_d.releases(), under_d_prime.releases());
  Rows rows{alike};
  if (alike.empty()) {
    rows = Rows{under_d.releases() + under_d_prime.releases()};
    std::ranges::fill(rows.all, 1);
    std::fill_n(rows.d.begin(), under_d.releases(), 1);
  }
  for (std::size_t t = 0; t < terms.size(); ++t) {
    if (alike.empty()) terms[t].places = std::move(places[t]);
    for (auto const& cell : alike) terms[t].places.push_back(cell.bins[t]);
  }
  fit(rows, terms);
  std::erase_if(score.coordinates, [](Bins const& bins) { return bins.edges.empty(); });
  return score;
}

/// What a grid's bins say before anything is fitted, and their ranges.
std::pair<Additive, std::vector<std::vector<std::size_t>>> nothing_said(HistogramGrid const& grid) {
  Additive score;
  std::vector<std::vector<std::size_t>> ranges;
  for (std::size_t j = 0; j < grid.axes().size(); ++j) {
    auto const& axis = grid.axes()[j];
    score.coordinates.push_back(
        {{Feature::Kind::coordinate, j}, axis.edges, std::vector<double>(axis.edges.size() + 1)});
    ranges.push_back(axis.range());
  }
  return {std::move(score), std::move(ranges)};
}

}  // namespace

Additive fitted_together(HistogramGrid const& grid, std::vector<Cell> const& cells) {
  auto [score, ranges] = nothing_said(grid);
  std::vector<Term> terms;
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    if (score.coordinates[j].edges.empty()) continue;  // the same everywhere
    Term term{&score.coordinates[j].log_ratio, {}, std::move(ranges[j])};
    for (auto const& cell : cells) term.places.push_back(cell.bins[j]);
    terms.push_back(std::move(term));
  }
  Rows rows{cells};
  fit(rows, terms);
  std::erase_if(score.coordinates, [](Bins const& bins) { return bins.edges.empty(); });
  return score;
}

Additive fitted_together(HistogramGrid const& grid, ConstBatch under_d, ConstBatch under_d_prime) {
  auto [score, ranges] = nothing_said(grid);
  return fitted_from_zero(std::move(score), ranges, under_d, under_d_prime);
}

Additive fitted_together(Additive score, ConstBatch under_d, ConstBatch under_d_prime) {
  std::vector<std::vector<std::size_t>> const no_ranges(score.coordinates.size());
  return fitted_from_zero(std::move(score), no_ranges, under_d, under_d_prime);
}

}  // namespace warner::verify
