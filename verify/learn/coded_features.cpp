#include "verify/learn/coded_features.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/edges.hpp"
#include "verify/game/order_numbers.hpp"
#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t finest = 32;  // equal parts

/// Ranks of n numbers that part them evenly, and ever smaller parts at both ends.
std::vector<std::size_t> ranks_of(std::size_t n, std::size_t equal_parts) {
  std::vector<std::size_t> ranks;
  for (std::size_t k = 1; k < equal_parts; ++k) ranks.push_back(k * n / equal_parts);
  for (auto tail = n / equal_parts / 2; tail >= 4; tail /= 2) ranks.insert(ranks.end(), {tail, n - tail});
  return ranks;
}

std::vector<double> edges_of(std::vector<double> values) {
  std::erase_if(values, [](double y) { return std::isnan(y); });
  order_numbers(values);
  std::vector<double> edges;
  for (auto const rank : ranks_of(values.size(), finest))
    if (rank < values.size() && values[rank] > values[0]) edges.push_back(values[rank]);
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  if (edges.size() > most_edges) edges.resize(most_edges);
  return edges;
}

}  // namespace

std::vector<Coded> coded(std::span<Feature const> features, mechanisms::ConstBatch under_d,
                         mechanisms::ConstBatch under_d_prime, sim::Execution const& execution) {
  auto const per_dataset = std::min({under_d.releases(), under_d_prime.releases(), lesson});
  std::vector<Coded> all(std::min(features.size(), most_alone));
  auto const code = [&](std::size_t f) {
    std::vector<double> scratch_d, scratch_d_prime, both(2 * per_dataset), some;
    auto const d = evaluate(features[f], under_d, scratch_d);
    auto const d_prime = evaluate(features[f], under_d_prime, scratch_d_prime);
    for (std::size_t i = 0; i < per_dataset; ++i) both[2 * i] = d[i], both[2 * i + 1] = d_prime[i];
    for (std::size_t i = 0; i < both.size(); i += both.size() / glance | 1) some.push_back(both[i]);
    all[f] = {features[f], edges_of(std::move(some)), std::vector<std::int16_t>(both.size())};
    if (!all[f].edges.empty()) sim::Edges{all[f].edges}.places(both, all[f].code);
  };
  sim::for_each(all.size(), code, execution);
  std::erase_if(all, [](Coded const& one) { return one.edges.empty(); });
  return all;
}

Coded coarser(Coded const& fine, std::size_t equal_parts) {
  std::vector<std::size_t> before(fine.edges.size() + 2);  // how many have a lower code
  for (auto const code : fine.code) ++before[static_cast<std::size_t>(code) + 1];
  for (std::size_t c = 1; c < before.size(); ++c) before[c] += before[c - 1];
  std::vector<bool> kept(fine.edges.size());
  for (auto const rank : ranks_of(fine.code.size(), equal_parts)) {
    auto const not_before = std::ranges::lower_bound(before.begin() + 1, before.end() - 1, rank);
    auto edge = static_cast<std::size_t>(not_before - before.begin() - 1);  // its code is beyond so many
    if (edge == kept.size() || (edge > 0 && rank - before[edge] < before[edge + 1] - rank)) --edge;
    kept[edge] = true;
  }
  Coded coarse{fine.feature, {}, std::vector<std::int16_t>(fine.code.size())};
  std::vector<std::int16_t> code_of{0};
  for (std::size_t e = 0; e < kept.size(); ++e) {
    if (kept[e]) coarse.edges.push_back(fine.edges[e]);
    code_of.push_back(static_cast<std::int16_t>(coarse.edges.size()));
  }
  std::ranges::transform(fine.code, coarse.code.begin(),
                         [&](std::int16_t code) { return code_of[static_cast<std::size_t>(code)]; });
  return coarse;
}

}  // namespace warner::verify
