#include "verify/evidence.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/log_sum.hpp"
#include "verify/wealth.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// ln of what a gambler with one stake has made in one round: right, wrong and abstained multiply by three numbers.
double log_made(RoundTally const& round, double epsilon, double stake) {
  auto const loss = stake * (std::exp(epsilon) + round.delta);
  if (loss > 1) return -infinity;
  auto const& tally = round.tally;
  auto const times = [](std::uint64_t count, double log_factor) { return count == 0 ? 0.0 : static_cast<double>(count) * log_factor; };
  return times(tally.right, std::log1p(stake * (1 - round.delta))) + times(tally.wrong, std::log1p(-loss)) +
         times(tally.abstained, std::log1p(-stake * round.delta));
}

/// Of the gambler who starts at each round: ln of what she has.
std::vector<double> log_wealth_from(std::span<RoundTally const> rounds, double epsilon, double delta, std::span<Stake const> stakes) {
  std::vector<double> from(rounds.size());
  if (delta == 0) {
    sim::Tally since{};
    for (auto k = rounds.size(); k-- > 0;) from[k] = log_mixture_wealth(since += rounds[k].tally, epsilon);
    return from;
  }
  std::vector<double> of_stake(stakes.size());
  for (auto k = rounds.size(); k-- > 0;) {
    LogSum sum;
    for (std::size_t j = 0; j < stakes.size(); ++j)
      sum.add(std::log(stakes[j].weight) + (of_stake[j] += log_made(rounds[k], epsilon, stakes[j].stake)));
    from[k] = sum.value();
  }
  return from;
}

}  // namespace

std::vector<Stake> stakes_for(double epsilon, double delta) {
  constexpr int many = 25;
  auto const most = 1 / (std::exp(epsilon) + delta);
  double all = 0;
  for (int j = 0; j < many; ++j) all += 1.0 / (j + 1);
  std::vector<Stake> stakes;
  for (int j = 0; j < many; ++j) stakes.push_back({0.95 * most * std::exp2(-0.5 * j), (1 - 0x1p-40) / (j + 1) / all});
  return stakes;
}

double log_wealth(std::span<RoundTally const> rounds, double epsilon, double delta, std::span<Stake const> stakes) {
  require(epsilon >= 0, fmt::format("epsilon: {} is negative", epsilon));
  require(delta >= 0 && delta < 1, fmt::format("delta: {} is not in [0, 1)", delta));
  auto const from = log_wealth_from(rounds, epsilon, delta, stakes);
  LogSum sum;
  double waiting = 1;  // those who have not started yet
  for (std::size_t k = 0; k < from.size(); ++k) {
    auto const weight = k == 0 ? 0.5 : 0.5 / (static_cast<double>(k) * static_cast<double>(k + 1));
    waiting -= weight;
    sum.add(std::log(weight) + from[k]);
  }
  if (waiting > 0) sum.add(std::log(waiting));
  return sum.value() - 1e-12 * (1 + std::fabs(sum.value()));
}

double anytime_epsilon_lower_bound(std::span<RoundTally const> rounds, double delta, std::span<Stake const> stakes, double level) {
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  auto const needed = -std::log(level) * (1 + 0x1p-50);
  auto const refuted = [&](double epsilon) { return log_wealth(rounds, epsilon, delta, stakes) >= needed; };
  if (!refuted(0)) return 0;
  double low = 0, high = 1;
  while (high < 690 && refuted(high)) low = high, high *= 2;
  for (int i = 0; i < 60 && high - low > 1e-13 * high; ++i) {
    auto const middle = low + (high - low) / 2;
    (refuted(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace warner::verify
