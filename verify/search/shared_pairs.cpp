#include "verify/search/shared_pairs.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "sim/driver.hpp"
#include "sim/require.hpp"
#include "verify/search/halving.hpp"
#include "verify/search/shared_releases.hpp"

namespace warner::verify {
namespace {

constexpr double part_for_rounds = 0.7;
constexpr double caution = -0.5, caution_at_last = 1;  // standard errors: what may be much is worth a further look

struct Standing {
  std::size_t pair;
  bool is_like_another;
  double searched, simple;  // bounds predicted
};

/// The pairs by one of their bounds, in turn with the pairs by the other.
std::vector<std::size_t> going_on(std::vector<Standing> standings, std::size_t places) {
  auto const ranked_by = [&](double Standing::*bound) {
    std::ranges::stable_sort(standings, [&](Standing const& one, Standing const& other) {
      return std::pair{one.is_like_another, -(one.*bound)} < std::pair{other.is_like_another, -(other.*bound)};
    });
    return standings;
  };
  auto const searched = ranked_by(&Standing::searched), simple = ranked_by(&Standing::simple);
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < standings.size(); ++i)
    for (auto const* ranked : {&searched, &simple}) {
      auto const pair = (*ranked)[i].pair;
      if (left.size() < places && std::ranges::find(left, pair) == left.end()) left.push_back(pair);
    }
  std::ranges::sort(left);
  return left;
}

}  // namespace

ChosenPair most_promising_pair(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                               SearchOptions const& options) {
  require(!pairs.empty(), "pair: there is none to choose from");
  if (pairs.size() == 1) return {0, 0};
  SharedReleases shared{mechanism, pairs, options};
  std::vector<std::size_t> left(pairs.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (auto money = static_cast<std::uint64_t>(part_for_rounds * static_cast<double>(options.most_trials));
       left.size() > searched_whole;) {
    auto const places = left_of(left.size());
    auto const now = places == searched_whole ? money : money / 2;
    money -= now;
    shared.make(left, now);
    auto const half = shared.each() / 2;
    std::vector<Standing> standings;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    for (auto const i : left)
      standings.push_back({i, !seen.insert(shared.likeness(i)).second, 0, shared.simple_bound(i, caution)});
    auto const look = [&](std::size_t k) {
      auto const i = left[k];
      standings[k].searched = predicted_in(shared.sample(i, 0, half), shared.sample(i, half, shared.each() - half),
                                           mechanism, pairs[i], options);
    };
    sim::for_each(left.size(), look, sim::drawing(options.execution));
    left = going_on(std::move(standings), places);
  }
  auto const found = shared.searched(left, options.most_trials - std::min(options.most_trials, shared.made()));
  auto const bound_of = [&](std::size_t k) {
    return std::max(found[k].predicted_bound, shared.simple_bound(left[k], caution_at_last));
  };
  std::size_t best = 0;
  for (std::size_t k = 1; k < left.size(); ++k)
    if (bound_of(k) > bound_of(best)) best = k;
  return {left[best], shared.made()};
}

}  // namespace warner::verify
