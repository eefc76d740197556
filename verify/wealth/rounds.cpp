#include "verify/wealth/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/guarantee.hpp"
#include "sim/require.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/bounds/invert.hpp"
#include "verify/bounds/log_sum.hpp"
#include "verify/wealth/wealth.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// ln of the factor by which one round multiplies a wealth of one stake: right, wrong and abstained have one each.
double log_made(RoundTally const& round, double epsilon, double delta, double stake) {
  auto const spent = delta * round.directions / 2, loss = stake * (std::exp(epsilon) + spent);
  if (loss > 1) return -infinity;
  auto const& tally = round.tally;
  auto const times = [](std::uint64_t count, double log_factor) {
    return count == 0 ? 0.0 : static_cast<double>(count) * log_factor;
  };
  return times(tally.right, std::log1p(stake * (1 - spent))) + times(tally.wrong, std::log1p(-loss)) +
         times(tally.abstained, std::log1p(-stake * spent));
}

/// ln of the wealth that bets from each round on.
std::vector<double> log_wealth_from(std::span<RoundTally const> rounds, double epsilon, double delta,
                                    std::span<Stake const> stakes) {
  std::vector<double> from(rounds.size());
  if (stakes.empty()) {
    sim::Tally since{};
    for (auto k = rounds.size(); k-- > 0;) from[k] = log_mixture_wealth(since += rounds[k].tally, epsilon);
    return from;
  }
  std::vector<double> of_stake(stakes.size());
  for (auto k = rounds.size(); k-- > 0;) {
    LogSum sum;
    for (std::size_t j = 0; j < stakes.size(); ++j)
      sum.add(std::log(stakes[j].weight) + (of_stake[j] += log_made(rounds[k], epsilon, delta, stakes[j].stake)));
    from[k] = sum.value();
  }
  return from;
}

}  // namespace

std::vector<Stake> stakes_for(double epsilon, double delta) {
  if (delta == 0) return {};
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
  require(delta == 0 || !stakes.empty(), fmt::format("stakes: none, where delta is {} (see stakes_for)", delta));
  auto const from = log_wealth_from(rounds, epsilon, delta, stakes);
  LogSum sum;
  double waiting = 1;  // the weight of those that have not begun to bet
  for (std::size_t k = 0; k < from.size(); ++k) {
    auto const weight = k == 0 ? 0.5 : 0.5 / (static_cast<double>(k) * static_cast<double>(k + 1));
    waiting -= weight;
    sum.add(std::log(weight) + from[k]);
  }
  if (waiting > 0) sum.add(std::log(waiting));
  return sum.value() - 1e-12 * (1 + std::fabs(sum.value()));
}

double epsilon_estimate(std::span<RoundTally const> rounds, double delta) {
  sim::Tally all{};
  double spent = 0;
  for (auto const& round : rounds) {
    all += round.tally;
    spent += delta * round.directions / 2 * static_cast<double>(round.tally.trials());
  }
  return all.spoke() == 0 ? 0 : epsilon_estimate(all, spent / static_cast<double>(all.trials()));
}

double anytime_epsilon_lower_bound(std::span<RoundTally const> rounds, double delta, std::span<Stake const> stakes,
                                   double level) {
  return greatest_refuted(level, [&](double epsilon) { return log_wealth(rounds, epsilon, delta, stakes); });
}

std::vector<Line> lines_for(double mu) {
  require(mu > 0 && mu <= 30, fmt::format("mu: {} is not in (0, 30]", mu));
  std::vector<Line> lines;
  for (auto const steps : {0.0, 0.4, 1.0, 2.0, 3.0}) {
    auto const epsilon = steps * mu;
    lines.push_back({epsilon,
                     steps == 0  ? 0.5
                     : steps < 1 ? 0.2
                                 : 0.1,
                     stakes_for(epsilon, std::max(mechanisms::delta_at({mu}, epsilon), 1e-300))});
  }
  return lines;
}

std::vector<Line> lines_for(mechanisms::TradeoffDp const& claim) {
  require(!claim.statements.empty(), "claim: a trade-off without statements claims nothing");
  constexpr std::size_t most = 8;
  auto const all = claim.statements.size(), many = std::min(all, most);
  std::vector<Line> lines;
  for (std::size_t i = 0; i < many; ++i) {
    auto const& [epsilon, delta] = claim.statements[many == 1 ? 0 : i * (all - 1) / (many - 1)];
    lines.push_back({epsilon, 1.0 / static_cast<double>(many), stakes_for(epsilon, delta)});
  }
  return lines;
}

double log_line_wealth(std::span<RoundTally const> rounds, Profile const& claim, std::span<Line const> lines) {
  LogSum sum;
  for (auto const& line : lines) {
    auto const delta = claim.delta(line.epsilon);
    if (delta == 0 || !line.stakes.empty())
      sum.add(std::log(line.weight) + log_wealth(rounds, line.epsilon, delta, line.stakes));
  }
  return sum.value() - 1e-12;
}

double log_profile_wealth(std::span<RoundTally const> rounds, std::span<NestedRound const> nested, Profile const& claim,
                          std::span<Line const> lines) {
  if (nested.empty()) return log_line_wealth(rounds, claim, lines);
  LogSum sum;
  sum.add(std::log(0.25) + log_line_wealth(rounds, claim, lines));
  sum.add(std::log(0.75) + log_nested_wealth(nested, claim));
  return sum.value() - 1e-12;
}

double anytime_mu_lower_bound(std::span<RoundTally const> rounds, std::span<NestedRound const> nested,
                              std::span<Line const> lines, double level) {
  return greatest_refuted(level,
                          [&](double mu) { return log_profile_wealth(rounds, nested, gaussian_profile(mu), lines); });
}

}  // namespace warner::verify
