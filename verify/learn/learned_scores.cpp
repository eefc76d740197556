#include "verify/learn/learned_scores.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "verify/game/counts.hpp"
#include "verify/learn/halves.hpp"
#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t most_bins = 160;
constexpr std::size_t most_numbers = most_together * glance;  // of a dataset that bins are shared by

double log_likelihood(double k, double n) { return k <= 0 || n <= 0 ? 0 : k * std::log(k / n); }

/// How much log likelihood it costs to say that two bins have one ratio.
double cost_of_joining(Count const& a, Count const& b) {
  auto const of = [](double d, double d_prime) {
    return log_likelihood(d, d + d_prime) + log_likelihood(d_prime, d + d_prime);
  };
  return of(a.d, a.d_prime) + of(b.d, b.d_prime) - of(a.d + b.d, a.d_prime + b.d_prime);
}

std::size_t bins_of_mass(double all) {
  return std::clamp<std::size_t>(static_cast<std::size_t>(all / 40), 4, most_bins);
}

/// Joins bins that the data cannot tell apart.
Bins joined(Feature const& feature, std::vector<Count> bins) {
  auto const price = std::log(std::max(mass_of(bins), 2.0)) / 2;
  std::vector<double> costs;
  for (std::size_t i = 0; i + 1 < bins.size(); ++i) costs.push_back(cost_of_joining(bins[i], bins[i + 1]));
  while (!costs.empty()) {
    auto const cheapest = std::ranges::min_element(costs);
    if (*cheapest > price) break;
    auto const i = static_cast<std::size_t>(cheapest - costs.begin());
    bins[i].d += bins[i + 1].d;
    bins[i].d_prime += bins[i + 1].d_prime;
    bins.erase(bins.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    costs.erase(cheapest);
    if (i > 0) costs[i - 1] = cost_of_joining(bins[i - 1], bins[i]);
    if (i < costs.size()) costs[i] = cost_of_joining(bins[i], bins[i + 1]);
  }
  Bins learned{feature, {}, {}};
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (i > 0) learned.edges.push_back(bins[i].value);
    learned.log_ratio.push_back(smoothed_log_ratio(bins[i].d, bins[i].d_prime));
  }
  if (learned.log_ratio.empty()) learned.log_ratio.push_back(0);
  return learned;
}

}  // namespace

double smoothed_log_ratio(double d, double d_prime) { return std::log((d + 0.5) / (d_prime + 0.5)); }

Bins learn_bins(Feature const& feature, Ranking const& ranking) {
  return joined(feature, ranking.condensed(bins_of_mass(ranking.mass())));
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
