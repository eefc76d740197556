#include "verify/bounds/refutation_power.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/least_count.hpp"

namespace warner::verify {
namespace {

constexpr int most_splits = 600;
constexpr double close_enough = 1e-9, reach = 8;  // standard deviations

/// A number of wrong guesses.
struct Node {
  std::uint64_t wrong = 0;
  double at_most = 0;             // Pr[there are no more]
  std::uint64_t least_right = 0;  // right ones that refute beside them; more than there are trials where none do
  double refuted = 0;             // Pr[there are so many]
};

/// The numbers of wrong guesses above one node, up to the next.
struct Interval {
  Node from, to;

  double mass() const { return std::max(0.0, to.at_most - from.at_most); }
  double gap() const { return to.wrong - from.wrong == 1 ? 0 : mass() * (from.refuted - to.refuted); }
  bool operator<(Interval const& other) const { return gap() < other.gap(); }
};

class Nodes {
 public:
  Nodes(Refutes const& refutes, std::uint64_t trials, GuessRates const& rates)
      : refutes_{refutes},
        trials_{trials},
        wrong_{rates.wrong},
        right_of_rest_{std::min(1.0, rates.right / (1 - rates.wrong))} {}

  /// The number of right guesses that refute is known to lie in [low, high], and supposed to be near `guess`.
  Node at(std::uint64_t wrong, std::uint64_t low, std::uint64_t high, std::uint64_t guess) const {
    auto const rest = trials_ - wrong;
    auto const needed = least_count(low, std::min(high, rest), guess, [&](std::uint64_t right) {
      return refutes_({right, wrong, rest - right});
    });
    auto const never = needed > rest;
    return {wrong, binomial_at_most(wrong, trials_, wrong_), never ? trials_ + 1 : needed,
            never ? 0 : binomial_at_least(needed, rest, right_of_rest_)};
  }

 private:
  Refutes const& refutes_;
  std::uint64_t trials_;
  double wrong_, right_of_rest_;
};

/// From none to all, closer together where the number of wrong guesses is likely to be.
std::vector<std::uint64_t> first_nodes(std::uint64_t trials, double rate) {
  auto const n = static_cast<double>(trials), mean = n * rate, deviation = std::sqrt(mean * (1 - rate));
  std::vector<std::uint64_t> all{0};
  for (auto z = -reach; z <= reach; ++z) {
    auto const wrong = static_cast<std::uint64_t>(std::clamp(mean + z * deviation, 0.0, n));
    if (wrong > all.back() && wrong < trials) all.push_back(wrong);
  }
  if (trials > 0) all.push_back(trials);
  return all;
}

}  // namespace

PowerBounds refutation_power(Refutes const& refutes, std::uint64_t trials, GuessRates const& rates,
                             std::optional<double> asked) {
  require(rates.right >= 0 && rates.wrong >= 0 && rates.right + rates.wrong <= 1 + 1e-12,
          fmt::format("rates: {} right and {} wrong are no shares of the trials", rates.right, rates.wrong));
  if (rates.wrong >= 1) return {0, 0};
  Nodes const nodes{refutes, trials, rates};
  std::priority_queue<Interval> intervals;
  double lower = 0, upper = 0;
  auto const add = [&](Interval const& interval, int sign) {
    lower += sign * interval.mass() * interval.to.refuted;
    upper += sign * interval.mass() *
             (interval.to.wrong - interval.from.wrong == 1 ? interval.to.refuted : interval.from.refuted);
  };
  auto last = nodes.at(0, 0, trials, 1);
  lower = upper = last.at_most * last.refuted;
  double slope = 1;  // more right guesses needed for each wrong one
  for (auto const wrong : first_nodes(trials, rates.wrong)) {
    if (wrong == 0) continue;
    auto const step = static_cast<double>(wrong - last.wrong);
    auto const next =
        nodes.at(wrong, last.least_right, trials, last.least_right + static_cast<std::uint64_t>(slope * step));
    slope = static_cast<double>(next.least_right - last.least_right) / step;
    intervals.push({last, next});
    add({last, next}, 1);
    last = next;
  }
  auto const decided = [&] { return upper - lower <= close_enough || (asked && (lower >= *asked || upper < *asked)); };
  for (int i = 0; i < most_splits && !intervals.empty() && intervals.top().gap() > 0 && !decided(); ++i) {
    auto const interval = intervals.top();
    intervals.pop();
    add(interval, -1);
    auto const wrong = interval.from.wrong + (interval.to.wrong - interval.from.wrong) / 2;
    auto const& [from, to] = interval;
    auto const guess =
        to.least_right > trials ? from.least_right : from.least_right + (to.least_right - from.least_right) / 2;
    auto const middle = nodes.at(wrong, from.least_right, to.least_right, guess);
    for (auto const& half : {Interval{from, middle}, Interval{middle, to}}) {
      add(half, 1);
      intervals.push(half);
    }
  }
  return {std::clamp(lower, 0.0, 1.0), std::clamp(upper, 0.0, 1.0)};
}

}  // namespace warner::verify
