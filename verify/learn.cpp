#include "verify/learn.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

#include "verify/cuts.hpp"

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
  auto const bits = [](double y) { return std::bit_cast<std::uint64_t>(std::isnan(y) ? std::nan("") : y); };
  auto const width = under_d.width();
  std::vector<std::uint64_t> release(width);
  auto const see = [&](ConstBatch batch, double Seen::*count) {
    for (std::size_t i = 0; i < std::min(batch.releases(), most_read_for_atoms); ++i) {
      for (std::size_t j = 0; j < width; ++j) release[j] = bits(batch(i, j));
      ++(seen[release].*count);
      // Releases that never repeat have no atoms worth a table: stop reading.
      if (i == 4095 && seen.size() > 4000 && batch.data() == under_d.data()) return false;
    }
    return true;
  };
  Atoms atoms{width, {}, {}};
  if (!see(under_d, &Seen::d)) return atoms;
  see(under_d_prime, &Seen::d_prime);

  std::vector<std::pair<std::vector<std::uint64_t>, Seen>> repeated;
  for (auto const& entry : seen)
    if (entry.second.d + entry.second.d_prime > 1) repeated.push_back(entry);
  std::ranges::stable_sort(repeated, std::greater{}, [](auto const& entry) { return entry.second.d + entry.second.d_prime; });
  if (repeated.size() > most_atoms) repeated.resize(most_atoms);
  for (auto const& [row, count] : repeated) {
    for (auto const b : row) atoms.releases.push_back(std::bit_cast<double>(b));
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
