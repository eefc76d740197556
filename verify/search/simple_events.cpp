#include "verify/search/simple_events.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "verify/game/counted_between.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t few_values = 16, many_cells = 32;  // of a column

}  // namespace

SimpleEvents::SimpleEvents(std::span<mechanisms::ConstBatch const> releases, std::vector<std::size_t> columns) {
  std::vector<double> pooled;
  for (auto const j : columns) {
    pooled.clear();
    for (auto const& batch : releases) pooled.insert(pooled.end(), batch.column(j).begin(), batch.column(j).end());
    auto const values = counts_of(pooled, {});
    auto const groups = values.size() <= few_values ? values : condensed(values, many_cells);
    cuts_.push_back({j, edges_between(groups), values.size() <= few_values, cells_});
    cells_ += cuts_.back().edges.size() + 2;
  }
}

void SimpleEvents::add(mechanisms::ConstBatch releases, Counts& counts) const {
  counts.cells.resize(cells_);
  counts.releases += static_cast<double>(releases.releases());
  for (auto const& cut : cuts_)
    for (auto const y : releases.column(cut.column)) {
      auto const cell = std::isnan(y)
                            ? cut.edges.size() + 1
                            : static_cast<std::size_t>(std::ranges::upper_bound(cut.edges, y) - cut.edges.begin());
      ++counts.cells[cut.first + cell];
    }
}

double SimpleEvents::best_bound(Counts const& d, Counts const& d_prime, Target const& target, double caution) const {
  auto best = -std::numeric_limits<double>::infinity();
  auto const releases = std::min(d.releases, d_prime.releases);
  if (!(releases > 0)) return best;
  PredictedBound const predict{target, static_cast<std::uint64_t>(2 * releases), caution};
  auto const of_d = releases / d.releases, of_d_prime = releases / d_prime.releases;
  auto const consider = [&](double one, double other) {
    auto const right = std::max(one, other), wrong = std::min(one, other);
    if (right == wrong || (predict.is_below_plug_in() && std::log(right / wrong) <= best)) return;
    best = std::max(best, predict(right, wrong, 0.5));
  };
  for (auto const& cut : cuts_) {
    auto const last = cut.first + cut.edges.size();  // the cell before that of NaN
    double below = 0, below_prime = 0, all = 0, all_prime = 0;
    for (auto i = cut.first; i <= last; ++i) {
      all += of_d * d.cells[i];
      all_prime += of_d_prime * d_prime.cells[i];
    }
    for (auto i = cut.first; i <= last; ++i) {
      auto const here = of_d * d.cells[i], here_prime = of_d_prime * d_prime.cells[i];
      if (cut.of_few_values) consider(here, here_prime);
      below += here;
      below_prime += here_prime;
      consider(below, below_prime);
      consider(all - below, all_prime - below_prime);
    }
    consider(of_d * d.cells[last + 1], of_d_prime * d_prime.cells[last + 1]);
  }
  return best;
}

}  // namespace warner::verify
