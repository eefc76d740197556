#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/central/sums.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {
namespace {

/// A quantile by a tree of noisy counts over [L, U] [WZLDSG20]: from the root, the children of a node are counted with
/// noise Lap(height / epsilon); those below 0.5 % of all their counts are taken for empty; the child that holds the
/// quantile is entered, and in the last, or where all are empty, the release is interpolated. q is clamped to [0.005,
/// 0.995].
///
/// Guarantee:  epsilon-DP when a record comes or goes: it is in one node of each level.
/// Truth:      open.
/// Data:       any number of records, clamped to [L, U].
class BoundedQuantiles {
 public:
  struct Tree {
    std::size_t height = 4, branching = 16;
  };

  /// @throws std::invalid_argument unless q is in [0, 1] and there are at most 2^50 leaves.
  BoundedQuantiles(double epsilon, double q, Interval const& interval, Tree tree)
      : epsilon_{epsilon},
        q_{std::clamp(q, 0.005, 0.995)},
        interval_{interval},
        tree_{tree},
        noise_{static_cast<double>(tree.height) / epsilon} {
    require(q >= 0 && q <= 1, fmt::format("q: {} is not in [0, 1]", q));
    require(static_cast<double>(tree.height) * std::log2(static_cast<double>(tree.branching)) <= 50,
            fmt::format("height: {} levels of {} children have too many leaves", tree.height, tree.branching));
  }

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, dataset.size());
    return {{"quantile", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
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

  Guarantee guarantee() const { return PureDp{epsilon_}; }

 private:
  /// `places`: the leaf of every record, sorted.
  double quantile(std::vector<double> const& places, sim::Stream& stream, std::span<double> counts) const {
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

  double epsilon_, q_;
  Interval interval_;
  Tree tree_;
  noise::Laplace noise_;
};

}  // namespace

Entry bounded_quantiles_entry() {
  return {.name = "bounded-quantiles",
          .summary = "a quantile of clamped records by a tree of noisy counts",
          .release = "[L, U]",
          .parameters = {epsilon_parameter(),
                         {"n", 1, "records beside the one that comes or goes", Whole{0, 100'000}},
                         {"q", 0.5, "which quantile, in [0, 1]"},
                         {"lower", 0, "records are clamped from here"},
                         {"upper", 1, "to here"},
                         {"height", 4, "levels of the tree", Whole{1, 50}},
                         {"branching", 16, "children of a node", Whole{2, 1000}}},
          .reference = "WZLDSG20",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), height = values.whole("height"), branching = values.whole("branching");
            auto const q = values["q"];
            auto const interval = interval_from(values);
            auto const pair = add(Dataset(n, interval.lower), interval.upper, "one more at the other bound");
            return {BoundedQuantiles{epsilon, q, interval, {height, branching}},
                    {pair},
                    Records{.n = n, .values = {interval.lower, interval.upper, interval.middle()}}};
          }};
}

}  // namespace warner::mechanisms::central
