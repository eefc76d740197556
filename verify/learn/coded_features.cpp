#include "verify/learn/coded_features.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "verify/game/order_numbers.hpp"
#include "verify/scores/places.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t most_features = 64, most_read = std::size_t{1} << 16, edges_read = 4096;

std::vector<double> edges_of(std::vector<double> values, std::size_t equal_parts) {
  std::erase_if(values, [](double y) { return std::isnan(y); });
  order_numbers(values);
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

}  // namespace

std::vector<Coded> coded(std::span<Feature const> features, mechanisms::ConstBatch under_d,
                         mechanisms::ConstBatch under_d_prime, std::size_t equal_parts) {
  auto const per_dataset = std::min({under_d.releases(), under_d_prime.releases(), most_read});
  std::vector<Coded> all;
  std::vector<double> scratch_d, scratch_d_prime, both(2 * per_dataset), some, beyond;
  for (std::size_t f = 0; f < std::min(features.size(), most_features); ++f) {
    auto const d = evaluate(features[f], under_d, scratch_d);
    auto const d_prime = evaluate(features[f], under_d_prime, scratch_d_prime);
    for (std::size_t i = 0; i < per_dataset; ++i) both[2 * i] = d[i], both[2 * i + 1] = d_prime[i];
    some.clear();
    for (std::size_t i = 0; i < both.size(); i += both.size() / edges_read | 1) some.push_back(both[i]);
    Coded one{f, edges_of(some, equal_parts), {}};
    if (one.edges.empty()) continue;
    places(both, one.edges, beyond, one.code);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace warner::verify
