#include "verify/game/counted_between.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "sim/edges.hpp"
#include "verify/scores/edge_between.hpp"

namespace warner::verify {

std::vector<double> edges_between(std::vector<Count> const& groups) {
  std::vector<double> edges;
  for (std::size_t i = 1; i < groups.size(); ++i)
    edges.push_back(edge_between(groups[i - 1].greatest, groups[i].value));
  return edges;
}

std::vector<Count> counted_between(std::span<double const> edges, std::span<double const> under_d,
                                   std::span<double const> under_d_prime) {
  sim::Edges const among{edges};
  std::vector<Count> counts(edges.size() + 1);
  std::vector<std::uint64_t> reached(edges.size());
  for (auto const& [values, of] : {std::pair{under_d, &Count::d}, std::pair{under_d_prime, &Count::d_prime}}) {
    reached.assign(edges.size(), 0);
    auto above = among.count_reaching(values, reached);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      auto const next = i < edges.size() ? reached[i] : 0;
      counts[i].*of = static_cast<double>(above - next);
      above = next;
    }
  }
  return counts;
}

}  // namespace warner::verify
