#include "verify/learn/boosted_trees.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "sim/cut_tables.hpp"
#include "verify/learn/coded_features.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t depth = Trees::most_cuts, trees = 60, most_slice = std::size_t{1} << 14;
constexpr std::ptrdiff_t trusted = 8;  // trees: while so many in a row take something off what they were not grown on
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

/// Gradients at scores, read in a table: steps of 1/128 are finer than what a tree takes back later.
class Slopes {
 public:
  Slopes() {
    for (std::size_t k = 0; k < of_d_prime_.size(); ++k) {
      auto const p = 1 / (1 + std::exp(-(static_cast<double>(k) - middle) / in_one));
      of_d_prime_[k] = packed(-p, p * (1 - p));
    }
  }
  std::int64_t operator()(double score, bool is_d) const {
    auto const at = std::clamp(score * in_one + (middle + 0.5), 0.0, 2 * middle);
    return of_d_prime_[static_cast<std::size_t>(static_cast<std::int64_t>(at))] + (is_d ? packed(1, 0) : 0);
  }

 private:
  static constexpr double middle = 2048, in_one = 128;
  std::array<std::int64_t, 2 * 2048 + 1> of_d_prime_;
};

struct Split {
  std::size_t coded = 0, beyond = 0;  // the first code that is beyond the cut
  double gain = 0;
};

/// Adds so much to the leaves of releases beyond a cut. Returns how many these are.
std::size_t put_beyond(std::int16_t const* code, std::int16_t least, std::size_t by, std::vector<std::uint8_t>& leaf) {
  std::size_t beyond = 0;
  for (std::size_t i = 0; i < leaf.size(); ++i) {
    auto const is_beyond = code[i] >= least;
    leaf[i] = static_cast<std::uint8_t>(leaf[i] + (is_beyond ? by : 0));
    beyond += is_beyond;
  }
  return beyond;
}

/// The sums of slopes in the leaves.
std::array<std::int64_t, leaves> sums_by(std::vector<std::uint8_t> const& leaf, std::span<std::int64_t const> slopes) {
  std::array<std::int64_t, leaves> sums{};
  for (std::size_t i = 0; i < slopes.size(); ++i) sums[leaf[i]] += slopes[i];
  return sums;
}

/// A tree as it grows on some releases: the sums of slopes by feature, leaf and code.
class Growing {
 public:
  Growing(std::vector<Coded> const& features, std::span<std::int64_t const> slopes, std::size_t from)
      : features_{features},
        slopes_{slopes},
        from_{from},
        leaf_(slopes.size()),
        sums_(features.size() * leaves / 2 * codes) {
    for (std::size_t c = 0; c < features.size(); ++c) {
      auto const* const code = code_of(c);
      std::array<std::array<std::int64_t, codes>, 2> in_turn{};  // the same sum twice in a row would wait for itself
      for (std::size_t i = 0; i + 1 < slopes.size(); i += 2) {
        in_turn[0][static_cast<std::size_t>(code[i])] += slopes[i];
        in_turn[1][static_cast<std::size_t>(code[i + 1])] += slopes[i + 1];
      }
      std::ranges::transform(in_turn[0], in_turn[1], sums_of(c, 0), std::plus{});
    }
  }

  /// The cut that takes the most off the loss, in all leaves at once.
  Split best_split() const {
    Split best;
    for (std::size_t c = 0; c < features_.size(); ++c) {
      auto const edges = features_[c].edges.size();
      std::array<double, codes> gains{};
      for (std::size_t l = 0; l < std::size_t{1} << level_; ++l) {
        auto const* const sums = sums_of(c, l);
        auto const all = std::accumulate(sums, sums + edges + 1, std::int64_t{0});
        auto const whole = gain(all);
        std::int64_t below = 0;
        for (std::size_t e = 0; e < edges; ++e) {
          below += sums[e];
          gains[e] += gain(below) + gain(all - below) - whole;
        }
      }
      for (std::size_t e = 0; e < edges; ++e)
        if (gains[e] > best.gain) best = {c, e + 1, gains[e]};
    }
    return best;
  }

  /// Splits every leaf. The fewer releases are counted, on whichever side; what is left of a leaf's sums is the
  /// other's.
  void split(Split const& at, bool is_last) {
    auto const many = std::size_t{1} << level_++;
    auto const beyond = put_beyond(code_of(at.coded), static_cast<std::int16_t>(at.beyond), many, leaf_);
    if (is_last) return;
    auto const counts_beyond = 2 * beyond <= leaf_.size();
    std::vector<std::uint32_t> counted(leaf_.size() + 1);  // one place more, for the last that is passed over
    std::size_t fewer = 0;
    for (std::size_t i = 0; i < leaf_.size(); ++i) {
      counted[fewer] = static_cast<std::uint32_t>(i);
      fewer += (leaf_[i] >= many) == counts_beyond;
    }
    counted.resize(fewer);
    for (std::size_t c = 0; c < features_.size(); ++c) {
      auto const* const place = code_of(c);
      auto *const low = sums_of(c, 0), *const high = sums_of(c, many);
      std::array<std::int64_t, leaves / 2 * codes> few{};
      for (auto const i : counted) few[leaf_[i] * codes + static_cast<std::size_t>(place[i])] += slopes_[i];
      auto const* const of_few = few.data() + (counts_beyond ? many * codes : 0);
      for (std::size_t k = 0; k < many * codes; ++k) {
        auto const rest = low[k] - of_few[k];
        high[k] = counts_beyond ? of_few[k] : rest;
        low[k] = counts_beyond ? rest : of_few[k];
      }
    }
  }

  std::array<std::int64_t, leaves> leaf_sums() const { return sums_by(leaf_, slopes_); }

 private:
  std::int16_t const* code_of(std::size_t c) const { return features_[c].code.data() + from_; }
  std::int64_t* sums_of(std::size_t c, std::size_t leaf) { return sums_.data() + (c * leaves / 2 + leaf) * codes; }
  std::int64_t const* sums_of(std::size_t c, std::size_t leaf) const {
    return sums_.data() + (c * leaves / 2 + leaf) * codes;
  }

  std::vector<Coded> const& features_;
  std::span<std::int64_t const> slopes_;
  std::size_t from_, level_ = 0;
  std::vector<std::uint8_t> leaf_;
  std::vector<std::int64_t> sums_;
};

/// What the last tree takes off the loss of releases that it was not grown on, doubled; their slopes are without it.
/// @param columns: the codes of features, from the first of these releases on.
double gain_on_others(sim::CutTable const& tree, std::span<std::int16_t const* const> columns,
                      std::span<std::int64_t const> slopes) {
  std::vector<std::uint8_t> leaf(slopes.size());
  for (std::size_t level = 0; level < depth; ++level)
    put_beyond(columns[tree.column[level]], tree.least[level], std::size_t{1} << level, leaf);
  auto const sums = sums_by(leaf, slopes);
  double taken = 0;
  for (std::size_t l = 0; l < leaves; ++l) {
    auto const [gradient, curvature] = unpacked(sums[l]);
    taken += tree.numbers[l] * (2 * gradient - tree.numbers[l] * curvature);
  }
  return taken;
}

}  // namespace

Trees learn_trees(std::vector<Coded> const& features) {
  Trees learned;
  if (features.size() < 2) return learned;
  Slopes const slope_at;
  auto const rows = features.front().code.size(), slice = std::min(rows, most_slice);
  std::vector<double> score(rows);
  std::vector<std::size_t> scored(rows / slice);  // of each slice, by how many trees
  std::vector<sim::CutTable> tables;
  std::vector<std::int16_t const*> columns(features.size());  // of the slice
  std::vector<std::int64_t> slopes(slice);
  std::vector<double> gains;  // of each tree but the last, on the slice after its own
  std::vector<std::size_t> named(features.size(), features.size());
  for (std::size_t t = 0; t < trees; ++t) {
    auto const part = t % scored.size(), from = part * slice;
    std::ranges::transform(features, columns.begin(), [from](Coded const& one) { return one.code.data() + from; });
    auto const add = [&](std::size_t first, std::size_t last) {
      sim::CutTables{std::span{tables}.subspan(first, last - first)}.add(columns,
                                                                         std::span{score}.subspan(from, slice));
      for (std::size_t i = 0; i < slice; ++i) slopes[i] = slope_at(score[from + i], i % 2 == 0);
    };
    auto const before_last = scored.size() > 1 && t > 0 ? t - 1 : t;
    add(scored[part], before_last);
    if (before_last < t) {
      gains.push_back(gain_on_others(tables.back(), columns, slopes));
      if (gains.size() >= trusted && std::accumulate(gains.end() - trusted, gains.end(), 0.0) <= 0) break;
      add(before_last, t);
    }
    scored[part] = t;
    Growing growing{features, slopes, from};
    Trees::Tree tree;
    auto& table = tables.emplace_back();
    for (std::size_t level = 0; level < depth; ++level) {
      auto const split = growing.best_split();
      if (!(split.gain > 0)) break;
      auto const& feature = features[split.coded];
      auto& name = named[split.coded];
      if (name == features.size()) {
        name = learned.features.size();
        learned.features.push_back(feature.feature);
      }
      tree.cuts.push_back({name, feature.edges[split.beyond - 1]});
      table.column[level] = split.coded;
      table.least[level] = static_cast<std::int16_t>(split.beyond);
      growing.split(split, level + 1 == depth);
    }
    if (tree.cuts.empty()) break;
    auto const sums = growing.leaf_sums();
    for (std::size_t l = 0; l < std::size_t{1} << tree.cuts.size(); ++l) {
      auto const [gradient, curvature] = unpacked(sums[l]);
      tree.log_ratio.push_back(rate * gradient / (curvature + ridge));
      table.numbers[l] = tree.log_ratio.back();
    }
    learned.trees.push_back(std::move(tree));
  }
  return joined(std::move(learned));
}

}  // namespace warner::verify
