#include "verify/scores/trees.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "sim/require.hpp"

namespace warner::verify {
namespace {

using Cuts = std::vector<Trees::Cut>;

/// The cuts of both, those of the first where they were.
Cuts of_both(Cuts cuts, Cuts const& others) {
  for (auto const& cut : others)
    if (std::ranges::find(cuts, cut) == cuts.end()) cuts.push_back(cut);
  return cuts;
}

/// What a tree says at each place of a table that has these cuts, its own among them.
std::vector<double> spread_over(Cuts const& cuts, Trees::Tree const& tree) {
  std::vector<double> log_ratio(std::size_t{1} << cuts.size());
  for (std::size_t place = 0; place < log_ratio.size(); ++place) {
    std::size_t at = 0;
    for (std::size_t k = 0; k < tree.cuts.size(); ++k)
      at |= (place >> (std::ranges::find(cuts, tree.cuts[k]) - cuts.begin()) & 1) << k;
    log_ratio[place] = tree.log_ratio[at];
  }
  return log_ratio;
}

/// Of each feature all its cuts, increasing.
std::vector<std::vector<double>> all_cuts(Trees const& score) {
  std::vector<std::vector<double>> cuts_of(score.features.size());
  for (auto const& tree : score.trees)
    for (auto const& cut : tree.cuts) cuts_of[cut.feature].push_back(cut.from);
  for (auto& cuts : cuts_of) {
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    require(cuts.size() < sim::CutTable::never, "trees: a feature has too many cuts (32766 is the most)");
  }
  return cuts_of;
}

/// The trees as tables of how many cuts of each feature a release is beyond.
std::vector<sim::CutTable> tables_at(Trees const& score, std::vector<std::vector<double>> const& cuts_of) {
  std::vector<sim::CutTable> tables(score.trees.size());
  for (std::size_t t = 0; t < tables.size(); ++t) {
    auto const& tree = score.trees[t];
    std::ranges::copy(tree.log_ratio, tables[t].numbers.begin());
    for (std::size_t k = 0; k < tree.cuts.size(); ++k) {
      auto const& [feature, from] = tree.cuts[k];
      auto const& cuts = cuts_of[feature];
      tables[t].column[k] = feature;
      tables[t].least[k] = static_cast<std::int16_t>(std::ranges::upper_bound(cuts, from) - cuts.begin());
    }
  }
  return tables;
}

}  // namespace

Trees joined(Trees score) {
  std::vector<Trees::Tree> fewer;
  for (auto& tree : score.trees) {
    auto const has_room = [&](Trees::Tree const& other) {
      return of_both(other.cuts, tree.cuts).size() <= Trees::most_cuts;
    };
    auto const with = std::ranges::find_if(fewer, has_room);
    if (with == fewer.end()) {
      fewer.push_back(std::move(tree));
      continue;
    }
    auto cuts = of_both(with->cuts, tree.cuts);
    auto log_ratio = spread_over(cuts, *with);
    std::ranges::transform(log_ratio, spread_over(cuts, tree), log_ratio.begin(), std::plus{});
    *with = {std::move(cuts), std::move(log_ratio)};
  }
  score.trees = std::move(fewer);
  return score;
}

TreesTable::TreesTable(Trees const& score) : TreesTable{score, all_cuts(score)} {}

TreesTable::TreesTable(Trees const& score, std::vector<std::vector<double>> const& cuts)
    : score_{score},
      edges_(cuts.begin(), cuts.end()),
      tables_{tables_at(score, cuts)},
      reached_(std::max<std::size_t>(1, score.features.size())) {}

void TreesTable::add(mechanisms::ConstBatch releases, std::span<double> out) {
  std::vector<std::int16_t const*> columns;
  for (std::size_t f = 0; f < reached_.size(); ++f) {
    reached_[f].resize(out.size());
    if (f < edges_.size()) edges_[f].places(evaluate(score_.features[f], releases, scratch_), reached_[f]);
    columns.push_back(reached_[f].data());
  }
  tables_.add(columns, out);
}

}  // namespace warner::verify
