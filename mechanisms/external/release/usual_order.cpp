#include "mechanisms/external/release/usual_order.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace warner::mechanisms::external {
namespace {

/// Where things come on average: the order of those that go round in circles.
std::vector<double> average_places(std::size_t things, std::vector<std::vector<std::size_t>> const& sequences) {
  std::vector<double> sum(things), often(things);
  for (auto const& sequence : sequences)
    for (std::size_t i = 0; i < sequence.size(); ++i) sum[sequence[i]] += static_cast<double>(i), ++often[sequence[i]];
  for (std::size_t k = 0; k < things; ++k) sum[k] /= std::max(often[k], 1.0);
  return sum;
}

}  // namespace

UsualOrder usual_order(std::size_t things, std::vector<std::vector<std::size_t>> const& sequences) {
  std::vector<std::set<std::size_t>> after(things);
  std::vector<std::size_t> before(things);
  for (auto const& sequence : sequences)
    for (std::size_t i = 1; i < sequence.size(); ++i)
      if (after[sequence[i - 1]].insert(sequence[i]).second) ++before[sequence[i]];

  // Kahn's topological order; of things that may come next, the first by its average place.
  auto const places = average_places(things, sequences);
  auto const earlier = [&](std::size_t a, std::size_t b) {
    return places[a] != places[b] ? places[a] < places[b] : a < b;
  };
  std::set<std::size_t, decltype(earlier)> next{earlier}, left{earlier};
  for (std::size_t k = 0; k < things; ++k) (before[k] == 0 ? next : left).insert(k);
  UsualOrder order{std::vector<std::size_t>(things), true};
  for (std::size_t rank = 0; rank < things; ++rank) {
    if (next.empty()) {
      order.always = false;
      next.insert(left.extract(left.begin()));
    }
    auto const thing = next.extract(next.begin()).value();
    order.ranks[thing] = rank;
    for (auto const follower : after[thing])
      if (before[follower] > 0 && --before[follower] == 0 && left.erase(follower) > 0) next.insert(follower);
  }
  return order;
}

}  // namespace warner::mechanisms::external
