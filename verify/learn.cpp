#include "verify/learn.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

#include "verify/cuts.hpp"
#include "verify/release_hash.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t most_bins = 160, most_atoms = 4096, most_read_for_atoms = std::size_t{1} << 18;

double smoothed_log_ratio(double d, double d_prime) { return std::log((d + 0.5) / (d_prime + 0.5)); }

double log_likelihood(double k, double n) { return k <= 0 || n <= 0 ? 0 : k * std::log(k / n); }

/// How much log likelihood it costs to say that two bins have one ratio.
double cost_of_joining(Count const& a, Count const& b) {
  auto const of = [](double d, double d_prime) { return log_likelihood(d, d + d_prime) + log_likelihood(d_prime, d + d_prime); };
  return of(a.d, a.d_prime) + of(b.d, b.d_prime) - of(a.d + b.d, a.d_prime + b.d_prime);
}

std::size_t read_of(ConstBatch batch) { return std::min(batch.releases(), most_read_for_atoms); }

std::uint64_t hash_of(ConstBatch batch, std::size_t release) {
  return hash_of_release(batch.width(), [&](std::size_t j) { return batch(release, j); });
}

/// The hashes of releases that come more than once, sorted: most releases of a continuous mechanism need no further look.
std::vector<std::uint64_t> hashes_seen_twice(ConstBatch under_d, ConstBatch under_d_prime) {
  std::vector<std::uint64_t> hashes;
  for (auto const& batch : {under_d, under_d_prime})
    for (std::size_t i = 0; i < read_of(batch); ++i) hashes.push_back(hash_of(batch, i));
  std::ranges::sort(hashes);
  std::vector<std::uint64_t> twice;
  for (std::size_t i = 1; i < hashes.size(); ++i)
    if (hashes[i] == hashes[i - 1] && (twice.empty() || twice.back() != hashes[i])) twice.push_back(hashes[i]);
  return twice;
}

std::vector<Count> binned(std::vector<Count> const& counts) {
  auto const all = std::accumulate(counts.begin(), counts.end(), 0.0, [](double sum, Count const& c) { return sum + c.d + c.d_prime; });
  auto const many = std::clamp<std::size_t>(static_cast<std::size_t>(all / 40), 4, most_bins);
  auto const positions = spread_positions(counts, many);
  std::vector<Count> bins;
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
    Count bin{counts[positions[i]].value, 0, 0};  // its least value
    for (auto k = positions[i]; k < positions[i + 1]; ++k) {
      bin.d += counts[k].d;
      bin.d_prime += counts[k].d_prime;
    }
    bins.push_back(bin);
  }
  return bins;
}

}  // namespace

Bins learn_bins(Feature const& feature, std::vector<Count> const& counts) {
  auto bins = binned(counts);
  auto const all = std::accumulate(bins.begin(), bins.end(), 0.0, [](double sum, Count const& c) { return sum + c.d + c.d_prime; });
  auto const price = std::log(std::max(all, 2.0)) / 2;
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

Atoms learn_atoms(ConstBatch under_d, ConstBatch under_d_prime) {
  struct Seen {
    double d = 0, d_prime = 0;
  };
  std::map<std::vector<std::uint64_t>, Seen> seen;  // by bits, so that the order is the same everywhere
  auto const width = under_d.width();
  auto const repeated_hashes = hashes_seen_twice(under_d, under_d_prime);
  std::vector<std::uint64_t> release(width);
  auto const see = [&](ConstBatch batch, double Seen::*count) {
    for (std::size_t i = 0; i < read_of(batch); ++i) {
      if (!std::ranges::binary_search(repeated_hashes, hash_of(batch, i))) continue;
      for (std::size_t j = 0; j < width; ++j) release[j] = bits_of(batch(i, j));
      ++(seen[release].*count);
    }
  };
  see(under_d, &Seen::d);
  see(under_d_prime, &Seen::d_prime);

  std::vector<std::pair<std::vector<std::uint64_t>, Seen>> repeated(seen.begin(), seen.end());
  std::ranges::stable_sort(repeated, std::greater{}, [](auto const& entry) { return entry.second.d + entry.second.d_prime; });
  if (repeated.size() > most_atoms) repeated.resize(most_atoms);
  Atoms atoms{width, {}, {}};
  for (auto const& [row, count] : repeated) {
    for (auto const bits : row) atoms.releases.push_back(std::bit_cast<double>(bits));
    atoms.log_ratio.push_back(smoothed_log_ratio(count.d, count.d_prime));
  }
  return atoms;
}

Additive learn_additive(ConstBatch under_d, ConstBatch under_d_prime) {
  Additive additive;
  for (std::size_t j = 0; j < under_d.width(); ++j)
    additive.coordinates.push_back(
        learn_bins({Feature::Kind::coordinate, j}, counts_of(under_d.column(j), under_d_prime.column(j))));
  return additive;
}

}  // namespace warner::verify
