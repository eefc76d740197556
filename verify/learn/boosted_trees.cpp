#include "verify/learn/boosted_trees.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/steps.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t depth = 3, trees = 60, most_features = 64, most_read = std::size_t{1} << 16,
                      most_slice = std::size_t{1} << 14, equal_parts = 32, most_edges = 63, edges_read = 4096;
constexpr double rate = 0.2, ridge = 5;
constexpr std::size_t leaves = std::size_t{1} << depth, codes = most_edges + 1;

/// Gradient and curvature of the logistic loss of a release, in one integer: sums of 2^16 of them do not overflow.
constexpr double unit = 0x1p14;
std::int64_t packed(double gradient, double curvature) {
  return static_cast<std::int64_t>(std::lrint(gradient * unit)) * (std::int64_t{1} << 32) +
         static_cast<std::int64_t>(std::lrint(curvature * unit));
}
struct Sums {
  double gradient, curvature;
};
Sums unpacked(std::int64_t sum) {
  auto const low = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) & 0xFFFF'FFFF);
  return {static_cast<double>((sum - low) >> 32) / unit, static_cast<double>(low) / unit};
}

/// What of the loss a leaf takes off, doubled.
double gain(std::int64_t sum) {
  auto const [gradient, curvature] = unpacked(sum);
  return gradient * gradient / (curvature + ridge);
}

/// Of the releases of both datasets, alternately, how many edges of the feature each is beyond; 0 for NaN.
struct Coded {
  std::size_t feature;
  std::vector<double> edges;
  std::vector<std::uint8_t> code;
};

std::vector<double> edges_of(std::vector<double> values) {
  std::erase_if(values, [](double y) { return std::isnan(y); });
  std::ranges::sort(values);
  std::vector<double> edges;
  auto const n = values.size();
  auto const enter = [&](std::size_t rank) {
    if (rank < n && values[rank] > values[0]) edges.push_back(values[rank]);
  };
  for (std::size_t k = 1; k < equal_parts; ++k) enter(k * n / equal_parts);
  for (auto tail = n / equal_parts / 2; tail >= 4; tail /= 2) enter(tail), enter(n - tail);
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  if (edges.size() > most_edges) edges.resize(most_edges);
  return edges;
}

std::vector<Coded> coded(std::span<Feature const> features, ConstBatch under_d, ConstBatch under_d_prime,
                         std::size_t per_dataset) {
  std::vector<Coded> all;
  std::vector<double> scratch_d, scratch_d_prime, both(2 * per_dataset), some;
  for (std::size_t f = 0; f < std::min(features.size(), most_features); ++f) {
    auto const d = evaluate(features[f], under_d, scratch_d);
    auto const d_prime = evaluate(features[f], under_d_prime, scratch_d_prime);
    for (std::size_t i = 0; i < per_dataset; ++i) both[2 * i] = d[i], both[2 * i + 1] = d_prime[i];
    some.clear();
    for (std::size_t i = 0; i < both.size(); i += both.size() / edges_read | 1) some.push_back(both[i]);
    Coded one{f, edges_of(some), std::vector<std::uint8_t>(both.size())};
    if (one.edges.empty()) continue;
    std::vector<double> heights(one.edges.size() + 1), beyond(both.size());
    std::iota(heights.begin(), heights.end(), 0.0);
    sim::add_steps(both, one.edges, heights, beyond);
    std::ranges::transform(beyond, one.code.begin(),
                           [](double many) { return static_cast<std::uint8_t>(std::isnan(many) ? 0 : many); });
    all.push_back(std::move(one));
  }
  return all;
}

struct Split {
  std::size_t coded = 0, beyond = 0;  // the first code that is beyond the cut
  double gain = 0;
};

/// The cut that takes the most off the loss, in all leaves at once.
Split best_split(std::vector<Coded> const& features, std::span<std::int64_t const> slopes,
                 std::span<std::uint8_t const> leaf, std::size_t from, std::size_t many_leaves) {
  Split best;
  std::array<std::int64_t, leaves * codes> counted;
  for (std::size_t c = 0; c < features.size(); ++c) {
    auto const* const code = features[c].code.data() + from;
    auto const edges = features[c].edges.size();
    std::ranges::fill(counted, std::int64_t{0});
    for (std::size_t i = 0; i < slopes.size(); ++i) counted[leaf[i] * codes + code[i]] += slopes[i];
    std::array<double, codes> gains{};
    for (std::size_t l = 0; l < many_leaves; ++l) {
      auto const of_leaf = std::span{counted}.subspan(l * codes, edges + 1);
      std::int64_t all = 0, below = 0;
      for (auto const sum : of_leaf) all += sum;
      for (std::size_t e = 0; e < edges; ++e) {
        below += of_leaf[e];
        gains[e] += gain(below) + gain(all - below) - gain(all);
      }
    }
    for (std::size_t e = 0; e < edges; ++e)
      if (gains[e] > best.gain) best = {c, e + 1, gains[e]};
  }
  return best;
}

}  // namespace

Trees learn_trees(std::span<Feature const> features, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const per_dataset = std::min({under_d.releases(), under_d_prime.releases(), most_read});
  auto const read = coded(features, under_d, under_d_prime, per_dataset);
  Trees learned;
  if (read.size() < 2) return learned;
  auto const rows = 2 * per_dataset, slice = std::min(rows, most_slice);
  std::vector<double> score(rows);
  std::vector<std::int64_t> slopes(slice);
  std::vector<std::uint8_t> leaf(rows);
  std::vector<std::size_t> named(features.size(), features.size());
  for (std::size_t t = 0, from = 0; t < trees; ++t, from += slice) {
    if (from + slice > rows) from = 0;
    for (std::size_t i = 0; i < slice; ++i) {
      auto const p = 1 / (1 + std::exp(-score[from + i]));
      slopes[i] = packed((i % 2 == 0 ? 1 : 0) - p, p * (1 - p));
    }
    std::ranges::fill(leaf, std::uint8_t{0});
    Trees::Tree tree;
    auto const slice_of_leaf = std::span<std::uint8_t const>{leaf}.subspan(from, slice);
    for (std::size_t level = 0; level < depth; ++level) {
      auto const split = best_split(read, slopes, slice_of_leaf, from, std::size_t{1} << level);
      if (!(split.gain > 0)) break;
      auto const& feature = read[split.coded];
      auto& name = named[feature.feature];
      if (name == features.size()) {
        name = learned.features.size();
        learned.features.push_back(features[feature.feature]);
      }
      tree.cuts.push_back({name, feature.edges[split.beyond - 1]});
      for (std::size_t i = 0; i < rows; ++i)
        leaf[i] = static_cast<std::uint8_t>(leaf[i] | static_cast<unsigned>(feature.code[i] >= split.beyond) << level);
    }
    if (tree.cuts.empty()) break;
    std::array<std::int64_t, leaves> sums{};
    for (std::size_t i = 0; i < slice; ++i) sums[slice_of_leaf[i]] += slopes[i];
    for (std::size_t l = 0; l < std::size_t{1} << tree.cuts.size(); ++l) {
      auto const [gradient, curvature] = unpacked(sums[l]);
      tree.log_ratio.push_back(rate * gradient / (curvature + ridge));
    }
    for (std::size_t i = 0; i < rows; ++i) score[i] += tree.log_ratio[leaf[i]];
    learned.trees.push_back(std::move(tree));
  }
  return learned;
}

}  // namespace warner::verify
