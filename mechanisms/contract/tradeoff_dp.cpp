#include "mechanisms/contract/tradeoff_dp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/privacy/composition.hpp"
#include "sim/bisection.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms {
namespace {

constexpr std::size_t most_statements = 64;
constexpr double upward = 1 + 0x1p-44;

/// The chord between two statements, in e^epsilon; no worse than the larger delta of both.
double chord(ApproximateDp const& a, ApproximateDp const& b, double epsilon) {
  auto const share = std::expm1(epsilon - a.epsilon) / std::expm1(b.epsilon - a.epsilon);
  return std::min(a.delta, (b.delta * share + a.delta * (1 - share)) * upward);
}

double implied(std::vector<ApproximateDp> const& statements, double epsilon) {
  auto const next =
      std::ranges::find_if(statements, [&](auto const& statement) { return statement.epsilon >= epsilon; });
  if (next == statements.end()) return statements.back().delta;
  if (next->epsilon == epsilon) return next->delta;
  if (next != statements.begin()) return chord(*(next - 1), *next, epsilon);
  double least = 1;
  for (auto const& [e, delta] : statements)
    least = std::min(least, privacy::relaxed_delta_tight({e, delta}, epsilon) * upward);
  return least;
}

}  // namespace

TradeoffDp all_at_once(std::vector<ApproximateDp> statements, std::string words) {
  require(!statements.empty() && statements.size() <= most_statements,
          fmt::format("claim: {} statements (1 to {} can be tested at once)", statements.size(), most_statements));
  for (auto const& statement : statements) validate(statement);
  std::ranges::sort(statements, {}, [](auto const& statement) {
    return std::pair{statement.epsilon, statement.delta};
  });
  std::vector<ApproximateDp> kept;
  for (auto const& next : statements) {
    if (!kept.empty() && next.delta >= kept.back().delta) continue;
    while (!kept.empty()) {  // those that the new one, with the one before them, implies
      auto const last = kept.back();
      kept.pop_back();
      auto const pair = kept.empty() ? std::vector{next} : std::vector{kept.back(), next};
      if (implied(pair, last.epsilon) <= last.delta) continue;
      kept.push_back(last);
      break;
    }
    kept.push_back(next);
  }
  return {std::move(kept), std::move(words)};
}

double delta_at(TradeoffDp const& claim, double epsilon) {
  require(epsilon >= 0, fmt::format("epsilon: {} is negative", epsilon));
  return std::min(1 - 0x1p-50, implied(claim.statements, epsilon));
}

double epsilon_at(TradeoffDp const& claim, double delta) {
  auto const smallest = claim.statements.back().delta;
  require(delta >= smallest,
          fmt::format("delta: {} is below the claimed {} (the claim says nothing there)", delta, smallest));
  auto const suffices = [&](double epsilon) { return delta_at(claim, epsilon) <= delta; };
  return suffices(0) ? 0 : sim::bisected({0, claim.statements.back().epsilon}, suffices).high;
}

double tangent_epsilon(TradeoffDp const& claim, double alpha) {
  return std::ranges::min_element(
             claim.statements, {},
             [&](auto const& statement) { return statement.delta + std::exp(statement.epsilon) * alpha; })
      ->epsilon;
}

}  // namespace warner::mechanisms
