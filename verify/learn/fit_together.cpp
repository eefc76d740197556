#include "verify/learn/fit_together.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "verify/learn/regression.hpp"

namespace warner::verify {

using mechanisms::ConstBatch;

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
  std::vector<Term> terms;
  std::vector<double> scratch;
  for (auto& bins : score.coordinates) {
    Term term{&bins.log_ratio, {}};
    for (auto const& batch : {under_d, under_d_prime})
      for (auto const value : evaluate(bins.feature, batch, scratch))
        term.places.push_back(static_cast<std::uint16_t>(
            std::isnan(value)
                ? bins.log_ratio.size()
                : static_cast<std::size_t>(std::ranges::upper_bound(bins.edges, value) - bins.edges.begin())));
    terms.push_back(std::move(term));
  }
  Rows rows{under_d.releases() + under_d_prime.releases()};
  std::ranges::fill(rows.all, 1);
  std::fill_n(rows.d.begin(), under_d.releases(), 1);
  fit(rows, terms);
  return score;
}

}  // namespace warner::verify
