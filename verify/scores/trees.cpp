#include "verify/scores/trees.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/steps.hpp"

namespace warner::verify {

TreesTable::TreesTable(Trees const& score)
    : score_{score}, edges_(score.features.size()), reached_(score.features.size()) {
  for (auto const& tree : score.trees)
    for (auto const& cut : tree.cuts) edges_[cut.feature].push_back(cut.from);
  for (auto& edges : edges_) {
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
  for (auto const& tree : score.trees) {
    auto& beyond = first_beyond_.emplace_back();
    for (auto const& cut : tree.cuts) {
      auto const& edges = edges_[cut.feature];
      beyond.push_back(static_cast<Place>(std::ranges::upper_bound(edges, cut.from) - edges.begin()));
    }
  }
}

void TreesTable::add(mechanisms::ConstBatch releases, std::span<double> out) {
  for (std::size_t f = 0; f < edges_.size(); ++f) {
    if (edges_[f].empty()) continue;
    std::vector<double> heights(edges_[f].size() + 1);
    std::iota(heights.begin(), heights.end(), 0.0);
    counted_.assign(out.size(), 0.0);
    sim::add_steps(evaluate(score_.features[f], releases, scratch_), edges_[f], heights, counted_);
    reached_[f].resize(out.size());
    std::ranges::transform(counted_, reached_[f].begin(),
                           [](double many) { return static_cast<Place>(std::isnan(many) ? 0 : many); });
  }
  places_.resize(out.size());
  for (std::size_t t = 0; t < score_.trees.size(); ++t) {
    auto const& tree = score_.trees[t];
    std::ranges::fill(places_, Place{0});
    for (std::size_t k = 0; k < tree.cuts.size(); ++k) {
      auto const* const reached = reached_[tree.cuts[k].feature].data();
      auto const least = first_beyond_[t][k];
      auto const bit = static_cast<Place>(1 << k);
      for (std::size_t i = 0; i < places_.size(); ++i)
        places_[i] = static_cast<Place>(places_[i] | (reached[i] >= least ? bit : 0));
    }
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += tree.log_ratio[places_[i]];
  }
}

}  // namespace warner::verify
