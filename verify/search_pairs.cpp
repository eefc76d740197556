#include "verify/search_pairs.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/require.hpp"

namespace warner::verify {

std::size_t most_promising_pair(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs, SearchOptions const& options) {
  require(!pairs.empty(), "pair: there is none to choose from");
  std::vector<std::size_t> left(pairs.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  auto const rounds = std::bit_width(pairs.size() - 1);
  auto share = options;
  share.compares_pairs = true;
  for (; left.size() > 1; left.resize((left.size() + 1) / 2)) {
    auto const each = options.trials / static_cast<std::uint64_t>(rounds) / left.size();
    share.trials = each / 3;
    share.final_trials = each - share.trials;
    std::vector<std::pair<double, std::size_t>> ranked;
    for (auto const i : left) ranked.emplace_back(-search(mechanism, pairs[i], share).predicted_bound, i);
    std::ranges::sort(ranked);
    std::ranges::transform(ranked, left.begin(), [](auto const& entry) { return entry.second; });
  }
  return left.front();
}

}  // namespace warner::verify
