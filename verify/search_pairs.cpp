#include <cstdio>
#include <cstdlib>
#include "verify/search_pairs.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/require.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t finalists = 3;  // pairs of which one in so many goes on, and which are searched as if each were alone

/// How many rounds leave no more than the finalists.
std::uint64_t rounds_for(std::size_t pairs) {
  std::uint64_t rounds = 0;
  for (; pairs > finalists; pairs = (pairs + finalists - 1) / finalists) ++rounds;
  return rounds;
}

}  // namespace

FoundPair search_pairs(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs, SearchOptions const& options) {
  require(!pairs.empty(), "pair: there is none to choose from");
  if (pairs.size() == 1) return {0, search(mechanism, pairs.front(), options)};
  std::uint64_t spent = 0;
  std::vector<std::size_t> left(pairs.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  if (auto const rounds = rounds_for(pairs.size()); rounds > 0) {
    auto glance = options;
    glance.compares_pairs = true;
    while (left.size() > finalists) {
      auto const each = options.most_trials / 4 / rounds / left.size();
      glance.trials = std::min(each / 3, options.trials);
      glance.final_trials = each - glance.trials;
      std::vector<std::pair<double, std::size_t>> ranked;
      for (auto const i : left) {
        auto const found = search(mechanism, pairs[i], glance);
        spent += found.trials;
        ranked.emplace_back(-found.predicted_bound, i);
      }
      std::ranges::sort(ranked);
    if (getenv("DBG")) { fprintf(stderr,"round each %g\n",double(each)); for (auto const& [b,i] : ranked) fprintf(stderr,"  %-28s %.4f exact %.4f\n", pairs[i].label.c_str(), -b, mechanism.exact_epsilon(pairs[i],0).value_or(-1)); }
      left.resize((left.size() + finalists - 1) / finalists);
      std::ranges::transform(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(left.size()), left.begin(), [](auto const& entry) { return entry.second; });
    }
    std::ranges::sort(left);
  }
  auto alone = options;
  alone.most_trials = options.most_trials > spent ? (options.most_trials - spent) / 2 / left.size() : 0;
  alone.trials = std::min(options.trials, alone.most_trials / 6);
  alone.final_trials = options.final_trials == 0 ? 0 : std::min(options.final_trials, alone.most_trials / 2 - alone.trials);
  FoundPair best{left.front(), {{}, -std::numeric_limits<double>::infinity(), 0}};
  for (auto const i : left) {
    auto found = search(mechanism, pairs[i], alone);
    spent += found.trials;
    if (getenv("DBG")) fprintf(stderr,"  whole %-28s %.4f exact %.4f, %g trials\n", pairs[i].label.c_str(), found.predicted_bound, mechanism.exact_epsilon(pairs[i],0).value_or(-1), double(found.trials));
    if (i == left.front() || found.predicted_bound > best.found.predicted_bound) best = {i, std::move(found)};
  }
  auto rest = options;
  rest.most_trials = options.most_trials > spent ? options.most_trials - spent : 0;
  rest.trials = std::min(options.trials, rest.most_trials / 6);
  rest.final_trials = options.final_trials == 0 ? 0 : std::min(options.final_trials, rest.most_trials / 2 - rest.trials);
  best.found = search(mechanism, pairs[best.pair], rest);
  best.found.trials += spent;
  return best;
}

}  // namespace warner::verify
