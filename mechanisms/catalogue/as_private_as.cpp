#include "mechanisms/catalogue/as_private_as.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

constexpr int steps = 16;
constexpr double gap = 0.02;          // of the last epsilon, which only says how far the statements go
constexpr double margin = 1 + 1e-11;  // what closed forms, and parameters that follow from others, may be off by

/// Basic composition; infinite where one of them is, or is not known.
double pure_epsilon(std::vector<Repeated> const& items) {
  double sum = 0;
  for (auto const& item : items) {
    auto const each = item.law.epsilon ? item.law.epsilon(0) : std::numeric_limits<double>::infinity();
    sum += std::isnan(each) ? std::numeric_limits<double>::infinity() : item.count * each;
  }
  return sum * margin;
}

double last_epsilon(std::vector<Repeated> const& items) {
  for (auto delta = 1e-7; delta < 0.5; delta *= 10)
    if (auto const epsilon = compose_epsilon(items, delta, gap).upper; std::isfinite(epsilon)) return epsilon;
  require(false, "claim: what everything leaks from is no claim (its delta never falls below 0.5)");
  return 0;
}

}  // namespace

TradeoffDp as_private_as(std::vector<Repeated> const& items, std::string words) {
  std::vector<ApproximateDp> statements;
  auto const pure = pure_epsilon(items), last = last_epsilon(items);
  if (pure <= 600) statements.push_back({pure, 0});
  std::vector<double> epsilons;
  for (int i = 0; i <= steps; ++i) epsilons.push_back(last * i / steps);
  auto const deltas = compose_delta_upper(items, epsilons);
  for (std::size_t i = 0; i < deltas.size(); ++i)
    if (deltas[i] < 1) statements.push_back({epsilons[i] * margin, deltas[i]});
  return all_at_once(std::move(statements), std::move(words));
}

}  // namespace warner::mechanisms::privacy
