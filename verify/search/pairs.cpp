#include "verify/search/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/driver.hpp"
#include "sim/require.hpp"
#include "verify/search/halving.hpp"

namespace warner::verify {
namespace {

constexpr std::uint64_t least_look = 1024;  // trials that a variation is worth looking at with

/// How many rounds leave no more than are searched whole.
std::uint64_t rounds_for(std::size_t pairs) {
  std::uint64_t rounds = 0;
  for (; pairs > searched_whole; pairs = left_of(pairs)) ++rounds;
  return rounds;
}

/// Whether two pairs differ by the same move, from one place or another.
bool moves_alike(mechanisms::Pair const& one, mechanisms::Pair const& other) {
  if (one.d.size() != other.d.size() || one.d_prime.size() != other.d_prime.size()) return false;
  auto const together = std::min(one.d.size(), one.d_prime.size());
  for (std::size_t i = 0; i < one.d_prime.size(); ++i) {
    auto const move = one.d_prime[i] - (i < together ? one.d[i] : 0),
               as_other = other.d_prime[i] - (i < together ? other.d[i] : 0);
    if (std::fabs(move - as_other) > 1e-9 * std::max(std::fabs(move), std::fabs(as_other))) return false;
  }
  return true;
}

/// The move of each pair, by the first pair that makes it. Variations keep the move of what they vary.
std::vector<std::size_t> moves_of(std::span<mechanisms::Pair const> pairs, AmongPairs const& among) {
  auto const beginnings = pairs.size() - among.variation_of.size();
  std::vector<std::size_t> moves(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i >= beginnings) {
      moves[i] = moves[among.variation_of[i - beginnings]];
      continue;
    }
    moves[i] = 0;
    while (!moves_alike(pairs[moves[i]], pairs[i])) ++moves[i];
  }
  return moves;
}

/// Those that go on, of pairs by falling predicted bound: half of the places are for the first so many, and no move has
/// more than half while another is left.
std::vector<std::size_t> going_on(std::vector<std::size_t> const& ranked, std::size_t places, std::size_t favoured,
                                  std::vector<std::size_t> const& moves) {
  auto kept_free = std::min(
      places / 2, static_cast<std::size_t>(std::ranges::count_if(ranked, [&](auto i) { return i < favoured; })));
  std::vector<std::size_t> left, passed_over;
  auto const have = [&](std::size_t move) {
    return static_cast<std::size_t>(std::ranges::count_if(left, [&](auto i) { return moves[i] == move; }));
  };
  for (auto const i : ranked) {
    if (i < favoured && kept_free > 0) --kept_free;
    else if (left.size() + kept_free >= places) continue;
    else if (have(moves[i]) >= std::max<std::size_t>(places / 2, 1)) {
      passed_over.push_back(i);
      continue;
    }
    left.push_back(i);
  }
  for (auto const i : passed_over)
    if (left.size() < places) left.push_back(i);
  std::ranges::sort(left);
  return left;
}

/// Whether so many trials are enough to look at every pair that can come so far, and at all that vary it.
bool variations_fit(AmongPairs const& among, std::uint64_t trials) {
  if (among.variation_of.empty()) return false;
  std::vector<std::size_t> of(1 + std::ranges::max(among.variation_of));
  for (auto const i : among.variation_of) ++of[i];
  return trials / (searched_whole * (1 + std::ranges::max(of))) >= least_look;
}

/// The pairs, and those that vary one of them.
std::vector<std::size_t> with_variations(std::vector<std::size_t> const& left, AmongPairs const& among,
                                         std::size_t all) {
  auto const beginnings = all - among.variation_of.size();
  auto several = left;
  for (std::size_t i = beginnings; i < all; ++i)
    if (std::ranges::find(left, among.variation_of[i - beginnings]) != left.end()) several.push_back(i);
  return several;
}

/// The largest group's epsilon, claimed times distance, from which pairs still rank as they do from nearby.
constexpr double farthest = 2;

/// How far off pairs are looked at, with so many trials in the place of all.
/// The trials needed fall with the square of the distance: from there, a look tells as much as all trials from nearby.
double distance_for(std::uint64_t trials, SearchOptions const& all) {
  if (!all.among.from_afar || !(all.among.epsilon > 0) || !all.target.claimed.empty()) return 1;
  auto const as_good_as_all =
      std::sqrt(static_cast<double>(all.most_trials) / static_cast<double>(std::max<std::uint64_t>(trials, 1)));
  return std::max(1.0, std::floor(std::min(as_good_as_all, farthest / all.among.epsilon)));
}

struct Look {
  std::size_t pair = 0;
  double bound = 0;  // predicted
  std::uint64_t trials = 0;
  Looked looked{};

  /// Another look at the pair, from elsewhere.
  void add(Look const& other) {
    bound = std::max(bound, other.bound);
    trials += other.trials;
    looked.scores.insert(looked.scores.end(), other.looked.scores.begin(), other.looked.scores.end());
  }
};

/// The pairs by falling predicted bound.
/// All are looked at with the same randomness: those of the same bound to the last digit release alike, and the first
/// is enough.
std::vector<std::size_t> ranked(std::vector<Look> looks) {
  std::ranges::stable_sort(looks, std::ranges::greater{}, &Look::bound);
  auto const as_good = [](Look const& one, Look const& other) {
    return std::isfinite(one.bound) && one.bound == other.bound;
  };
  looks.erase(std::unique(looks.begin(), looks.end(), as_good), looks.end());
  std::vector<std::size_t> pairs;
  for (auto const& look : looks) pairs.push_back(look.pair);
  return pairs;
}

/// The pair to search at last; the trials are those that choosing it took, of all pairs.
/// @param for_looks: trials of all looks together, at most options.most_trials.
Look favourite_of(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                  SearchOptions const& options, std::uint64_t for_looks) {
  auto const variations = options.among.variation_of.size();
  require(pairs.size() > variations, "pair: there is none to choose from");
  if (pairs.size() == 1) return {.looked = options.before};
  std::uint64_t spent = 0;
  auto const moves = moves_of(pairs, options.among);
  std::vector<std::size_t> left(pairs.size() - variations);
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::vector<std::vector<Score>> learned(pairs.size());  // in the look before
  std::uint64_t next_replicate = 0;                       // of every pair
  auto beyond_claim = false;  // where losses may be infinite, which do not grow with the distance
  auto const look_at = [&](std::size_t i, SearchOptions how, double distance) {
    how.before = {learned[i], next_replicate};
    auto const far = distance > 1 ? options.among.from_afar(pairs[i], distance) : std::nullopt;
    if (far)
      how.target.trials = static_cast<std::uint64_t>(static_cast<double>(how.target.trials) / distance / distance);
    auto found = search(mechanism, far ? *far : pairs[i], how);
    return Look{i, found.predicted_bound / (far ? distance : 1), found.trials, std::move(found.looked)};
  };
  auto const remember = [&](std::vector<Look>& looks) {
    for (auto& look : looks) {
      spent += look.trials;
      learned[look.pair] = std::move(look.looked.scores);
      next_replicate = std::max(next_replicate, look.looked.next_replicate);
    }
  };
  auto const ranked_by = [&](SearchOptions how) {
    how.rivals = left.size();
    how.name.clear();  // the last search alone is long, and of one pair
    auto const both = beyond_claim && distance_for(how.most_trials, options) > 1;
    if (both) how.trials /= 2, how.most_trials /= 2;
    auto const distance = distance_for(how.most_trials, options);
    std::vector<Look> looks(left.size());  // by the threads, each in its place
    auto const look = [&](std::size_t k) {
      looks[k] = look_at(left[k], how, distance);
      if (both) looks[k].add(look_at(left[k], how, 1));
    };
    sim::for_each(left.size(), look, sim::drawing(options.execution));
    remember(looks);
    beyond_claim = beyond_claim || std::ranges::max_element(looks, {}, &Look::bound)->bound > options.among.epsilon;
    return ranked(std::move(looks));
  };
  auto const glance_at_each = [&](std::uint64_t trials, std::size_t places, std::size_t favoured) {
    auto glance = options;
    glance.compares_pairs = true;
    auto const each = trials / left.size();
    glance.trials = std::min(each / 3, options.trials);
    glance.most_trials = each;
    left = going_on(ranked_by(glance), places, favoured, moves);
  };
  auto const varied = variations_fit(options.among, for_looks / 6);
  auto const share = for_looks / (varied ? 6 : 3);
  for (auto const rounds = rounds_for(left.size()); left.size() > searched_whole;)
    glance_at_each(share / rounds, left_of(left.size()), options.among.named);
  if (varied) left = with_variations(left, options.among, pairs.size());
  if (left.size() > searched_whole) glance_at_each(share, searched_whole, 0);
  auto const rest = for_looks - std::min(spent, for_looks);
  if (left.size() > 1) left = ranked_by(within(options, rest / left.size()));
  return {left.front(), 0, spent, {std::move(learned[left.front()]), next_replicate}};
}

}  // namespace

ChosenPair look_for_pair(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                         SearchOptions const& options) {
  auto const favourite = favourite_of(mechanism, pairs, options, options.most_trials);
  return {favourite.pair, favourite.trials};
}

FoundPair search_pairs(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                       SearchOptions const& options) {
  auto looks = options;
  looks.on_counted = nullptr;  // many run at once
  auto favourite = favourite_of(mechanism, pairs, looks, options.most_trials / 16 * 3);
  auto last = within(options, options.most_trials - std::min(favourite.trials, options.most_trials));
  last.before = std::move(favourite.looked);
  FoundPair best{favourite.pair, search(mechanism, pairs[favourite.pair], last)};
  best.found.trials += favourite.trials;
  return best;
}

}  // namespace warner::verify
