#include "verify/learn/learned_scores.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "verify/game/counts.hpp"
#include "verify/scores/hash_table.hpp"
#include "verify/scores/release_hash.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t most_bins = 160, most_atoms = 4096, most_read_for_atoms = std::size_t{1} << 18;

double smoothed_log_ratio(double d, double d_prime) { return std::log((d + 0.5) / (d_prime + 0.5)); }

/// One standard error nearer to 0: of thousands of releases seen five times hundreds were seen under one dataset alone.
/// They are not to come before the one seen fifty times against six.
double shrunk_log_ratio(double d, double d_prime) {
  auto const ratio = smoothed_log_ratio(d, d_prime);
  return std::copysign(std::max(0.0, std::fabs(ratio) - std::sqrt(1 / (d + 0.5) + 1 / (d_prime + 0.5))), ratio);
}

double log_likelihood(double k, double n) { return k <= 0 || n <= 0 ? 0 : k * std::log(k / n); }

/// How much log likelihood it costs to say that two bins have one ratio.
double cost_of_joining(Count const& a, Count const& b) {
  auto const of = [](double d, double d_prime) {
    return log_likelihood(d, d + d_prime) + log_likelihood(d_prime, d + d_prime);
  };
  return of(a.d, a.d_prime) + of(b.d, b.d_prime) - of(a.d + b.d, a.d_prime + b.d_prime);
}

std::size_t read_of(ConstBatch batch) { return std::min(batch.releases(), most_read_for_atoms); }

std::uint64_t hash_of(ConstBatch batch, std::size_t release) {
  return hash_of_release(batch.width(), [&](std::size_t j) { return batch(release, j); });
}

/// The hashes of all releases read, those under D first.
std::vector<std::uint64_t> hashes_of(ConstBatch under_d, ConstBatch under_d_prime) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(read_of(under_d) + read_of(under_d_prime));
  for (auto const& batch : {under_d, under_d_prime})
    for (std::size_t i = 0; i < read_of(batch); ++i) hashes.push_back(hash_of(batch, i));
  return hashes;
}

/// Hashes that may come more than once: all that do, and a few others.
/// Most releases of a continuous mechanism need no further look.
std::vector<std::uint64_t> perhaps_repeated(std::vector<std::uint64_t> const& hashes) {
  constexpr int address_bits = 23;
  std::vector<std::uint64_t> seen((std::size_t{1} << address_bits) / 64), again;
  for (auto const hash : hashes) {
    auto const address = hash >> (64 - address_bits);
    auto& word = seen[address / 64];
    auto const bit = std::uint64_t{1} << address % 64;
    if (word & bit) again.push_back(hash);
    word |= bit;
  }
  return again;
}

/// How often a kind of release was seen under each dataset.
struct Seen {
  double d = 0, d_prime = 0;
  std::size_t first = 0;  // one release of the kind: an index into the hashes
};

std::size_t bins_of_mass(double all) {
  return std::clamp<std::size_t>(static_cast<std::size_t>(all / 40), 4, most_bins);
}

double mass_of(std::vector<Count> const& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0.0,
                         [](double sum, Count const& c) { return sum + c.d + c.d_prime; });
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

Bins learn_bins(Feature const& feature, std::vector<Count> const& counts) {
  return joined(feature, condensed(counts, bins_of_mass(mass_of(counts))));
}

Bins learn_bins(Feature const& feature, Ranking const& ranking) {
  return joined(feature, ranking.condensed(bins_of_mass(ranking.mass())));
}

Atoms learn_atoms(ConstBatch under_d, ConstBatch under_d_prime) {
  auto const width = under_d.width(), of_d = read_of(under_d);
  auto const hashes = hashes_of(under_d, under_d_prime);
  HashTable<Seen> seen;
  for (auto const hash : perhaps_repeated(hashes)) seen.try_emplace(hash);
  for (std::size_t i = 0; i < hashes.size(); ++i)
    if (auto* kind = seen.find(hashes[i])) {
      if (kind->d + kind->d_prime == 0) kind->first = i;
      ++(i < of_d ? kind->d : kind->d_prime);
    }
  auto const number = [&](std::size_t i, std::size_t j) {
    return bits_of(i < of_d ? under_d(i, j) : under_d_prime(i - of_d, j));
  };

  std::vector<Seen> repeated;
  seen.each([&](std::uint64_t, Seen const& kind) {
    if (kind.d + kind.d_prime > 1) repeated.push_back(kind);
  });
  std::ranges::sort(
      repeated, [&](Seen const& a, Seen const& b) {  // the most frequent first, then by bits: the same order everywhere
        if (a.d + a.d_prime != b.d + b.d_prime) return a.d + a.d_prime > b.d + b.d_prime;
        for (std::size_t j = 0; j < width; ++j)
          if (number(a.first, j) != number(b.first, j)) return number(a.first, j) < number(b.first, j);
        return false;
      });
  if (repeated.size() > most_atoms) repeated.resize(most_atoms);
  Atoms atoms{width, {}, {}};
  for (auto const& kind : repeated) {
    for (std::size_t j = 0; j < width; ++j) atoms.releases.push_back(std::bit_cast<double>(number(kind.first, j)));
    atoms.log_ratio.push_back(shrunk_log_ratio(kind.d, kind.d_prime));
  }
  return atoms;
}

Additive learn_additive(ConstBatch under_d, ConstBatch under_d_prime, std::vector<Bins> known) {
  Additive additive{std::move(known)};
  for (auto j = additive.coordinates.size(); j < under_d.width(); ++j)
    additive.coordinates.push_back(
        learn_bins({Feature::Kind::coordinate, j}, Ranking{under_d.column(j), under_d_prime.column(j)}));
  return additive;
}

Additive learn_shared(ConstBatch under_d, ConstBatch under_d_prime, std::span<Feature const> features) {
  std::vector<double> all_d, all_d_prime, scratch;
  for (auto const& feature : features) {
    for (auto const& [batch, all] : {std::pair{under_d, &all_d}, std::pair{under_d_prime, &all_d_prime}}) {
      auto const values = evaluate(feature, batch, scratch);
      all->insert(all->end(), values.begin(), values.end());
    }
  }
  auto const common = learn_bins({}, Ranking{all_d, all_d_prime});
  Additive additive;
  for (auto const& feature : features) additive.coordinates.push_back({feature, common.edges, common.log_ratio});
  return additive;
}

}  // namespace warner::verify
