#include "verify/learn/learned_scores.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "verify/game/counts.hpp"
#include "verify/learn/difference.hpp"
#include "verify/learn/halves.hpp"
#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t most_bins = 160, finest_bins = 1024, most_groups = 16'384;
constexpr std::size_t fewest_bins = 4;
constexpr double seen_in_a_bin = 40;  // releases of both datasets, at least

double log_likelihood(double k, double n) { return k <= 0 || n <= 0 ? 0 : k * std::log(k / n); }

/// How much log likelihood it costs to say that two bins have one ratio.
double cost_of_joining(Count const& a, Count const& b) {
  auto const of = [](double d, double d_prime) {
    return log_likelihood(d, d + d_prime) + log_likelihood(d_prime, d + d_prime);
  };
  return of(a.d, a.d_prime) + of(b.d, b.d_prime) - of(a.d + b.d, a.d_prime + b.d_prime);
}

/// How far the datasets differ in these bins.
Difference difference_in(std::vector<Count> const& bins) {
  std::vector<double> d, d_prime;
  for (auto const& bin : bins) d.push_back(bin.d), d_prime.push_back(bin.d_prime);
  return difference(d, d_prime);
}

/// Values, or groups that are far smaller than bins.
std::vector<Count> groups_of(Ranking const& ranking) { return ranking.condensed(most_groups); }

/// Bins of so much mass that they say something; very many only where these tell more than fewer do, beyond chance: of
/// values that lie on a grid, each of them.
std::vector<Count> bins_of(std::vector<Count> const& groups) {
  auto const many = static_cast<std::size_t>(mass_of(groups) / seen_in_a_bin);
  auto fine = condensed(groups, std::clamp(many, fewest_bins, finest_bins));
  if (fine.size() <= most_bins) return fine;
  auto bins = condensed(fine, most_bins);
  return difference_in(fine).beyond_chance() > difference_in(bins).beyond_mean() ? fine : bins;
}

/// Of neighbouring counts those from `begin` to `end`, and how much more likely they are with a ratio of their own than
/// with that of the bin around them.
struct Window {
  double gain;
  std::size_t begin, end;
};

/// The window in a bin of neighbouring counts that gains most: of lengths that double, each beginning at every half;
/// then its ends move as long as that gains, by steps that halve.
Window best_window(std::span<Count const> counts) {
  Cumulated const sums{{counts.begin(), counts.end()}};
  auto const n = counts.size();
  Window best{0, 0, 0};
  auto const consider = [&](std::size_t begin, std::size_t end) {
    if (begin >= end || end > n) return;
    auto const d = sums.d[end] - sums.d[begin], d_prime = sums.d_prime[end] - sums.d_prime[begin];
    auto const gain = cost_of_joining({0, d, d_prime}, {0, sums.d[n] - d, sums.d_prime[n] - d_prime});
    if (gain > best.gain) best = {gain, begin, end};
  };
  for (std::size_t length = 1; length < n; length *= 2)
    for (std::size_t begin = 0; begin + length <= n; begin += std::max<std::size_t>(length / 2, 1))
      consider(begin, begin + length);
  for (auto step = (best.end - best.begin) / 2; step > 0; step /= 2) {
    auto const [_, begin, end] = best;
    consider(begin + step, end);
    consider(begin - std::min(begin, step), end);
    consider(best.begin, end + step);
    consider(best.begin, end - step);
  }
  return best;
}

/// Neighbouring counts as one.
Count together(std::span<Count const> counts) {
  auto all = counts.front();
  for (auto const& count : counts.subspan(1)) all.d += count.d, all.d_prime += count.d_prime;
  all.greatest = counts.back().greatest;
  return all;
}

/// The bins, which consist of these groups, and windows in them that differ from the rest of theirs beyond chance as
/// bins of their own: what lies in a narrow place is diluted by all that is around it.
/// None where there is no such window, or more than a few: there values alternate, and the luckiest would stand out.
std::optional<std::vector<Count>> with_windows(std::vector<Count> const& bins, std::span<Count const> groups) {
  std::vector<Count> parts;
  std::size_t windows = 0;
  for (auto const& bin : bins) {
    std::size_t many = 0;
    while (many < groups.size() && groups[many].greatest <= bin.greatest) ++many;
    auto const inside = groups.first(many);
    groups = groups.subspan(many);
    auto const [gain, begin, end] = best_window(inside);
    if (2 * gain <= beyond_chance * beyond_chance) {
      parts.push_back(bin);
      continue;
    }
    ++windows;
    for (auto const& [from, to] : {std::pair{std::size_t{0}, begin}, std::pair{begin, end}, std::pair{end, many}})
      if (from < to) parts.push_back(together(inside.subspan(from, to - from)));
  }
  return windows > 0 && windows <= few ? std::optional{std::move(parts)} : std::nullopt;
}

/// Joins bins that the data cannot tell apart, the cheapest two first, of equals the lowest.
Bins joined(Feature const& feature, std::vector<Count> bins) {
  auto const price = std::log(std::max(mass_of(bins), 2.0)) / 2;
  auto const none = bins.size();
  std::vector<std::size_t> before(bins.size()), after(bins.size()), changes(bins.size());
  using Join = std::tuple<double, std::size_t, std::size_t>;  // what it costs, the lower bin, and its changes then
  std::priority_queue<Join, std::vector<Join>, std::greater<>> joins;
  auto const weigh = [&](std::size_t low) {
    ++changes[low];
    if (after[low] == none) return;
    if (auto const costs = cost_of_joining(bins[low], bins[after[low]]); costs <= price)
      joins.push({costs, low, changes[low]});
  };
  for (std::size_t i = 0; i < bins.size(); ++i) before[i] = i == 0 ? none : i - 1, after[i] = i + 1;
  for (std::size_t i = 0; i < bins.size(); ++i) weigh(i);
  while (!joins.empty()) {
    auto const [costs, low, said] = joins.top();
    joins.pop();
    if (said != changes[low]) continue;
    auto const high = after[low];
    bins[low].d += bins[high].d;
    bins[low].d_prime += bins[high].d_prime;
    after[low] = after[high];
    if (after[high] != none) before[after[high]] = low;
    ++changes[high];
    if (before[low] != none) weigh(before[low]);
    weigh(low);
  }
  Bins learned{feature, {}, {}};
  for (std::size_t i = 0; i < bins.size(); i = after[i]) {
    if (i > 0) learned.edges.push_back(bins[i].value);
    learned.log_ratio.push_back(smoothed_log_ratio(bins[i].d, bins[i].d_prime));
  }
  if (learned.log_ratio.empty()) learned.log_ratio.push_back(0);
  return learned;
}

}  // namespace

double smoothed_log_ratio(double d, double d_prime) { return std::log((d + 0.5) / (d_prime + 0.5)); }

double shrunk(double log_ratio, double d, double d_prime) {
  return std::copysign(std::max(0.0, std::fabs(log_ratio) - std::sqrt(1 / (d + 0.5) + 1 / (d_prime + 0.5))), log_ratio);
}

Bins learn_bins(Feature const& feature, Ranking const& ranking) { return joined(feature, bins_of(groups_of(ranking))); }

LearnedBins learn_bins_and_windows(Feature const& feature, Ranking const& ranking) {
  auto const groups = groups_of(ranking);
  auto bins = bins_of(groups);
  auto parts = with_windows(bins, groups);
  return {joined(feature, std::move(bins)), parts ? std::optional{joined(feature, std::move(*parts))} : std::nullopt};
}

Additive learn_sum(std::span<Feature const> features, ConstBatch under_d, ConstBatch under_d_prime,
                   std::vector<Bins> known) {
  Additive sum{std::move(known)};
  std::vector<double> of_d, of_d_prime;
  for (auto const& feature : features.subspan(sum.coordinates.size()))
    sum.coordinates.push_back(
        learn_bins(feature, Ranking{evaluate(feature, under_d, of_d), evaluate(feature, under_d_prime, of_d_prime)}));
  return sum;
}

Additive learn_shared(std::span<Feature const> features, ConstBatch under_d, ConstBatch under_d_prime) {
  struct Values {
    std::vector<double> d, d_prime;
  };
  Halves const read{under_d, under_d_prime, most_numbers / std::max(features.size(), under_d.width())};
  std::map<Feature::Kind, Values> all;
  std::vector<double> scratch;
  for (auto const& feature : features) {
    auto& of_kind = all[feature.kind];
    auto const values = evaluate(feature, read.all(), scratch);
    auto const of_d = values.first(read.releases()), of_d_prime = values.subspan(read.releases());
    of_kind.d.insert(of_kind.d.end(), of_d.begin(), of_d.end());
    of_kind.d_prime.insert(of_kind.d_prime.end(), of_d_prime.begin(), of_d_prime.end());
  }
  std::map<Feature::Kind, Bins> common;
  for (auto const& [kind, values] : all) common[kind] = learn_bins({}, Ranking{values.d, values.d_prime});
  Additive sum;
  for (auto const& feature : features) {
    sum.coordinates.push_back(common[feature.kind]);
    sum.coordinates.back().feature = feature;
  }
  return sum;
}

}  // namespace warner::verify
