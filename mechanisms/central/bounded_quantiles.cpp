#include "mechanisms/central/bounded_quantiles.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

BoundedQuantiles::BoundedQuantiles(double epsilon, double q, Interval const& interval, Tree tree)
    : epsilon_{require_positive("epsilon", epsilon, "the levels share it")}, q_{std::clamp(q, 0.005, 0.995)},
      interval_{interval}, tree_{tree}, noise_{static_cast<double>(tree.height) / epsilon} {
  require(q >= 0 && q <= 1, fmt::format("q: {} is not in [0, 1]", q));
  require(tree.height >= 1 && tree.branching >= 2,
          fmt::format("height: {} levels of {} children are no tree", tree.height, tree.branching));
  require(static_cast<double>(tree.height) * std::log2(static_cast<double>(tree.branching)) <= 50,
          fmt::format("height: {} levels of {} children have too many leaves", tree.height, tree.branching));
}

std::vector<Column> BoundedQuantiles::columns(Dataset const& dataset) const {
  require_numbers(dataset, dataset.size());
  return {{"quantile", Column::Kind::real}};
}

/// `places`: the leaf of every record, sorted.
double BoundedQuantiles::quantile(std::vector<double> const& places, sim::Stream& stream,
                                  std::span<double> counts) const {
  auto const children = static_cast<double>(tree_.branching);
  auto q = q_, from = 0.0, width = std::pow(children, static_cast<double>(tree_.height));
  auto const leaves = width;
  auto left = places.begin(), right = places.end();  // the records of this node
  for (std::size_t level = 0; level < tree_.height; ++level) {
    auto const step = width / children;
    double total = 0;
    auto begin = left;
    for (std::size_t c = 0; c < tree_.branching; ++c) {
      auto const end = std::lower_bound(begin, right, from + static_cast<double>(c + 1) * step);
      counts[c] = std::max(0.0, static_cast<double>(end - begin) + noise_(stream));
      total += counts[c];
      begin = end;
    }
    double kept = 0;
    for (auto& count : counts) {
      if (count < 0.005 * total) count = 0;
      kept += count;
    }
    if (!(kept > 0)) break;
    auto target = q * kept;
    std::size_t child = 0;
    while (child + 1 < counts.size() && target > counts[child]) target -= counts[child++];
    while (counts[child] == 0) --child;  // only past the last by rounding
    q = std::min(1.0, target / counts[child]);
    from += static_cast<double>(child) * step;
    width = step;
    left = std::lower_bound(left, right, from);
    right = std::lower_bound(left, right, from + step);
  }
  return interval_.lower + (from + q * width) / leaves * (interval_.upper - interval_.lower);
}

void BoundedQuantiles::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const leaves = std::pow(static_cast<double>(tree_.branching), static_cast<double>(tree_.height));
  std::vector<double> places, counts(tree_.branching);
  for (auto const x : dataset) {
    auto const share =
        (std::clamp(x, interval_.lower, interval_.upper) - interval_.lower) / (interval_.upper - interval_.lower);
    places.push_back(std::min(leaves - 1, std::floor(share * leaves)));
  }
  std::ranges::sort(places);
  for (auto& y : out.column(0)) y = quantile(places, stream, counts);
}

Entry bounded_quantiles_entry() {
  return {.name = "bounded-quantiles",
          .summary = "a quantile of clamped records by a tree of noisy counts",
          .release = "[L, U]",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                         {"n", 1, "records beside the one that comes or goes"},
                         {"q", 0.5, "which quantile, in [0, 1]"},
                         {"lower", 0, "records are clamped from here"},
                         {"upper", 1, "to here"},
                         {"height", 4, "levels of the tree"},
                         {"branching", 16, "children of a node"}},
          .reference = "WZLDSG20",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 1, 0, 100'000), height = whole_or(given, "height", 4, 1, 50),
                       branching = whole_or(given, "branching", 16, 2, 1000);
            auto const q = value_or(given, "q", 0.5);
            auto const interval = interval_from(given);
            auto pair = add(Dataset(n, interval.lower), interval.upper);
            pair.label = "one more at the other bound";
            return {BoundedQuantiles{epsilon, q, interval, {height, branching}},
                    {{"epsilon", epsilon},
                     {"n", static_cast<double>(n)},
                     {"q", q},
                     {"lower", interval.lower},
                     {"upper", interval.upper},
                     {"height", static_cast<double>(height)},
                     {"branching", static_cast<double>(branching)}},
                    {pair},
                    Records{.n = n, .values = {interval.lower, interval.upper, interval.middle()}}};
          }};
}

}  // namespace warner::mechanisms::central
