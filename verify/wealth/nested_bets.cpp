#include "verify/wealth/nested_bets.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "verify/bounds/log_sum.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr std::array shares{1.0, 0.5, 0.25, 0.125};
constexpr std::array share_weights{0.4, 0.3, 0.2, 0.1};

/// What every release costs the stakes of a round: the sum of stake times delta.
double spent_by(NestedBets const& laid, Profile const& claim) {
  double spent = 0;
  for (auto const& bet : laid.bets) spent += bet.stake * claim.delta(bet.epsilon);
  return spent;
}

/// The same of a bet on a divergence.
double log_made_on_divergence(NestedRound const& round, ClaimedDivergences const& claim, double share) {
  auto const order = round.laid.on_divergence->order, stake = round.laid.on_divergence->stake;
  auto const divergence = claim.at(order);
  if (std::isinf(divergence)) return 0;
  double log_wealth = 0;
  auto ruined = false;
  auto const add = [&](std::uint64_t count, double loss) {
    auto const won = share * stake * divergence_payoff(order, loss, divergence);
    ruined = ruined || !(won > -1);
    if (count > 0 && won > -1) log_wealth += static_cast<double>(count) * std::log1p(won);
  };
  add(round.tally.abstained, 0);
  for (std::size_t l = 0; l < round.laid.bets.size(); ++l) {
    add(round.tally.right[l], round.laid.bets[l].epsilon);
    add(round.tally.wrong[l], -round.laid.bets[l].epsilon);
  }
  return ruined ? -infinity : log_wealth;
}

/// ln of the factor by which one round multiplies the wealth, with a share of the stakes.
double log_made(NestedRound const& round, double spent, double share) {
  auto const& bets = round.laid.bets;
  double won = 0, lost = 0, log_wealth = 0;
  auto const add = [&](std::uint64_t count, double payoff) {
    if (count > 0)
      log_wealth += share * payoff <= -1 ? -infinity : static_cast<double>(count) * std::log1p(share * payoff);
  };
  add(round.tally.abstained, -spent);
  auto ruined = share * spent >= 1;
  for (std::size_t l = 0; l < bets.size(); ++l) {
    won += bets[l].stake;
    lost += bets[l].stake * std::exp(bets[l].epsilon);
    ruined = ruined || share * (lost + spent) >= 1;
    add(round.tally.right[l], won - spent);
    add(round.tally.wrong[l], -lost - spent);
  }
  return ruined ? -infinity : log_wealth;
}

}  // namespace

NestedTally& NestedTally::operator+=(NestedTally const& other) {
  for (std::size_t l = 0; l < right.size(); ++l) right[l] += other.right[l], wrong[l] += other.wrong[l];
  abstained += other.abstained;
  return *this;
}

double log_nested_wealth(std::span<NestedRound const> rounds, Profile const& claim) {
  std::vector<double> spent;
  for (auto const& round : rounds) spent.push_back(round.laid.on_divergence ? 0 : spent_by(round.laid, claim));
  LogSum sum;
  for (std::size_t j = 0; j < shares.size(); ++j) {
    double from = 0, waiting = 1;
    std::vector<double> starting(rounds.size());
    for (auto k = rounds.size(); k-- > 0;)
      starting[k] = from += rounds[k].laid.on_divergence
                                ? log_made_on_divergence(rounds[k], claim.divergences, shares[j])
                                : log_made(rounds[k], spent[k], shares[j]);
    for (std::size_t k = 0; k < rounds.size(); ++k) {
      auto const weight = k == 0 ? 0.5 : 0.5 / (static_cast<double>(k) * static_cast<double>(k + 1));
      waiting -= weight;
      sum.add(std::log(share_weights[j] * weight) + starting[k]);
    }
    if (waiting > 0) sum.add(std::log(share_weights[j] * waiting));
  }
  return sum.value() - 1e-12 * (1 + std::fabs(sum.value()));
}

}  // namespace warner::verify
