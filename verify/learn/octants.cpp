#include "verify/learn/octants.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>

#include "sim/bit_counts.hpp"
#include "verify/bounds/luck.hpp"
#include "verify/learn/place_counts.hpp"

namespace warner::verify {
namespace {

using Bits = std::array<std::vector<std::uint64_t>, 2>;  // of D, of D'

PlaceCount in_both(Bits const& a, Bits const& b) {
  return {static_cast<std::int64_t>(sim::ones_in_both(a[0], b[0])),
          static_cast<std::int64_t>(sim::ones_in_both(a[1], b[1]))};
}

Bits both_of(Bits one, Bits const& other) {
  for (std::size_t arm = 0; arm < 2; ++arm)
    std::ranges::transform(one[arm], other[arm], one[arm].begin(), std::bit_and{});
  return one;
}

/// Pearson's statistic of two samples of one size.
template <std::size_t places>
double statistic(std::array<PlaceCount, places> const& counts) {
  double sum = 0;
  for (auto const& [d, d_prime] : counts)
    if (d + d_prime > 0) sum += static_cast<double>((d - d_prime) * (d - d_prime)) / static_cast<double>(d + d_prime);
  return sum;
}

/// A feature cut at the one edge that parts the releases most evenly.
struct Halved {
  std::size_t edge = 0;
  Bits beyond{};
  PlaceCount ones{};

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

/// What lies beyond the cuts of features: counts of each and of each two, their statistics, and counts by place of
/// three (Trees::Tree).
class Parted {
 public:
  explicit Parted(std::vector<Coded> const& features)
      : halved_(features.begin(), features.end()), pairs_(halved_.size() * halved_.size()) {
    auto const rows = static_cast<std::int64_t>(features.front().code.size() / 2);
    all_ = {rows, rows};
    for (auto const& one : halved_) of_one_.push_back(statistic(std::array{one.ones, all_ - one.ones}));
    for (std::size_t f = 0; f < halved_.size(); ++f)
      for (std::size_t g = f + 1; g < halved_.size(); ++g) {
        auto const a = halved_[f].ones, b = halved_[g].ones, both = in_both(halved_[f].beyond, halved_[g].beyond);
        pairs_[f * halved_.size() + g] = {both, statistic(std::array{all_ - a - b + both, a - both, b - both, both})};
      }
  }
  std::size_t edge(std::size_t f) const { return halved_[f].edge; }
  Bits const& beyond(std::size_t f) const { return halved_[f].beyond; }

  /// What the best pair of three says, and the third.
  double without_the_three(std::size_t f, std::size_t g, std::size_t h) const {
    return std::max(
        {pair(f, g).statistic + of_one_[h], pair(f, h).statistic + of_one_[g], pair(g, h).statistic + of_one_[f]});
  }
  std::array<PlaceCount, 8> octants(std::size_t f, std::size_t g, std::size_t h, PlaceCount fgh) const {
    auto const a = halved_[f].ones, b = halved_[g].ones, c = halved_[h].ones;
    auto const ab = pair(f, g).both, ac = pair(f, h).both, bc = pair(g, h).both;
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
  struct Pair {
    PlaceCount both{};
    double statistic = 0;
  };
  Pair const& pair(std::size_t f, std::size_t g) const { return pairs_[f * halved_.size() + g]; }

  std::vector<Halved> halved_;
  std::vector<double> of_one_{};
  std::vector<Pair> pairs_;
  PlaceCount all_{};
};

}  // namespace

Trees learn_octants(std::vector<Coded> const& features, double deviations) {
  auto const n = features.size();
  if (n < 3) return {};
  Parted const parted{features};
  auto const luck = luck_of_the_largest(static_cast<double>(n * (n - 1) * (n - 2)) / 6 * 8) + deviations;  // octants
  auto most = luck * luck;
  Trees best;
  for (std::size_t f = 0; f < n; ++f)
    for (std::size_t g = f + 1; g < n; ++g) {
      auto const both = both_of(parted.beyond(f), parted.beyond(g));
      for (std::size_t h = g + 1; h < n; ++h) {
        auto const counts = parted.octants(f, g, h, in_both(both, parted.beyond(h)));
        auto const more = statistic(counts) - parted.without_the_three(f, g, h);
        if (!(more > most)) continue;
        most = more;
        best = {{}, {{{}, log_ratios_of(counts)}}};
        for (auto const k : {f, g, h}) {
          best.trees[0].cuts.push_back({best.features.size(), features[k].edges[parted.edge(k)]});
          best.features.push_back(features[k].feature);
        }
      }
    }
  return best;
}

}  // namespace warner::verify
