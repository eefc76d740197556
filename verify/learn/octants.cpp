#include "verify/learn/octants.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>

#include "sim/bit_counts.hpp"
#include "verify/bounds/luck.hpp"
#include "verify/learn/learned_scores.hpp"

namespace warner::verify {
namespace {

using Bits = std::array<std::vector<std::uint64_t>, 2>;  // of D, of D'
using Ones = std::array<std::int64_t, 2>;                // likewise

Ones in_both(Bits const& a, Bits const& b) {
  return {static_cast<std::int64_t>(sim::ones_in_both(a[0], b[0])),
          static_cast<std::int64_t>(sim::ones_in_both(a[1], b[1]))};
}

Bits both_of(Bits one, Bits const& other) {
  for (std::size_t arm = 0; arm < 2; ++arm)
    std::ranges::transform(one[arm], other[arm], one[arm].begin(), std::bit_and{});
  return one;
}

Ones operator-(Ones a, Ones b) { return {a[0] - b[0], a[1] - b[1]}; }
Ones operator+(Ones a, Ones b) { return {a[0] + b[0], a[1] + b[1]}; }

/// Pearson's statistic of two samples of one size.
template <std::size_t cells>
double statistic(std::array<Ones, cells> const& counts) {
  double sum = 0;
  for (auto const& [d, d_prime] : counts)
    if (d + d_prime > 0) sum += static_cast<double>((d - d_prime) * (d - d_prime)) / static_cast<double>(d + d_prime);
  return sum;
}

/// A feature cut at the one edge that parts the releases most evenly.
struct Halved {
  std::size_t edge = 0;
  Bits beyond{};
  Ones ones{};

  explicit Halved(Coded const& feature) {
    auto const all = static_cast<std::int64_t>(feature.code.size());
    std::vector<std::int64_t> of_code(feature.edges.size() + 1);
    for (auto const code : feature.code) ++of_code[static_cast<std::size_t>(code)];
    auto least = all + 1, below = std::int64_t{0};
    for (std::size_t e = 0; e < feature.edges.size(); ++e) {
      below += of_code[e];
      if (auto const off = std::abs(2 * below - all); off < least) least = off, edge = e;
    }
    for (std::size_t arm = 0; arm < 2; ++arm) {
      beyond[arm].resize((feature.code.size() / 2 + 63) / 64);
      for (std::size_t i = 0; 2 * i + 1 < feature.code.size(); ++i)
        beyond[arm][i / 64] |= std::uint64_t{static_cast<std::size_t>(feature.code[2 * i + arm]) > edge} << i % 64;
    }
    ones = in_both(beyond, beyond);
  }
};

/// Counts of what lies beyond the cuts of features: of each, of each two, and by place of three (Trees::Tree).
class Parted {
 public:
  explicit Parted(std::vector<Coded> const& features)
      : halved_(features.begin(), features.end()), pairs_(halved_.size() * halved_.size()) {
    auto const rows = static_cast<std::int64_t>(features.front().code.size() / 2);
    all_ = {rows, rows};
    for (std::size_t f = 0; f < halved_.size(); ++f)
      for (std::size_t g = f + 1; g < halved_.size(); ++g)
        pairs_[f * halved_.size() + g] = in_both(halved_[f].beyond, halved_[g].beyond);
  }
  std::size_t edge(std::size_t f) const { return halved_[f].edge; }
  Bits const& beyond(std::size_t f) const { return halved_[f].beyond; }

  double of_one(std::size_t f) const { return statistic(std::array{halved_[f].ones, all_ - halved_[f].ones}); }
  double of_two(std::size_t f, std::size_t g) const {
    auto const one = halved_[f].ones, other = halved_[g].ones, both = pair(f, g);
    return statistic(std::array{all_ - one - other + both, one - both, other - both, both});
  }
  std::array<Ones, 8> octants(std::size_t f, std::size_t g, std::size_t h, Ones fgh) const {
    auto const a = halved_[f].ones, b = halved_[g].ones, c = halved_[h].ones;
    auto const ab = pair(f, g), ac = pair(f, h), bc = pair(g, h);
    return {all_ - a - b - c + ab + ac + bc - fgh,
            a - ab - ac + fgh,
            b - ab - bc + fgh,
            ab - fgh,
            c - ac - bc + fgh,
            ac - fgh,
            bc - fgh,
            fgh};
  }

 private:
  Ones pair(std::size_t f, std::size_t g) const { return pairs_[f * halved_.size() + g]; }

  std::vector<Halved> halved_;
  std::vector<Ones> pairs_;
  Ones all_{};
};

}  // namespace

Trees learn_octants(std::vector<Coded> const& features) {
  auto const n = features.size();
  if (n < 3) return {};
  Parted const parted{features};
  auto const luck = luck_of_the_largest(static_cast<double>(n * (n - 1) * (n - 2)) / 6 * 8);  // octants
  auto most = luck * luck;
  Trees best;
  for (std::size_t f = 0; f < n; ++f)
    for (std::size_t g = f + 1; g < n; ++g) {
      auto const both = both_of(parted.beyond(f), parted.beyond(g));
      for (std::size_t h = g + 1; h < n; ++h) {
        auto const counts = parted.octants(f, g, h, in_both(both, parted.beyond(h)));
        auto const without = std::max({parted.of_two(f, g) + parted.of_one(h), parted.of_two(f, h) + parted.of_one(g),
                                       parted.of_two(g, h) + parted.of_one(f)});
        if (auto const more = statistic(counts) - without; more > most) {
          most = more;
          best = {{}, {{}}};
          auto& tree = best.trees.front();
          for (auto const k : {f, g, h}) {
            tree.cuts.push_back({best.features.size(), features[k].edges[parted.edge(k)]});
            best.features.push_back(features[k].feature);
          }
          for (auto const& [d, d_prime] : counts)
            tree.log_ratio.push_back(smoothed_log_ratio(static_cast<double>(d), static_cast<double>(d_prime)));
        }
      }
    }
  return best;
}

}  // namespace warner::verify
