#include "mechanisms/privacy/log_masses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {

PairPrivacy log_mass_pair(std::span<double const> log_p, std::span<double const> log_q, std::span<double const> ways) {
  require(log_p.size() == log_q.size() && (ways.empty() || ways.size() == log_p.size()),
          fmt::format("q: {} masses beside {} of p", log_q.size(), log_p.size()));
  auto const impossible = -std::numeric_limits<double>::infinity();
  auto open = false;
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < log_p.size(); ++i) {
    if (log_p[i] == impossible && log_q[i] == impossible) continue;
    open = open || std::isnan(log_p[i]) || std::isnan(log_q[i]);
    auto const known = [](double log_mass) {
      return static_cast<long double>(std::isnan(log_mass) ? -std::numeric_limits<double>::infinity() : log_mass);
    };
    auto const mass = [many = ways.empty() ? 1.0L : static_cast<long double>(ways[i])](long double log_mass) {
      return std::min(1.0L, many * std::exp(log_mass));
    };
    auto const p = known(log_p[i]), q = known(log_q[i]);
    outcomes.push_back({p - q, mass(p), mass(q)});
  }
  auto pair = finite_pair(FiniteLaw{std::move(outcomes)});
  if (!open) return pair;
  pair.renyi = nullptr;
  pair.epsilon = [of_known = pair.epsilon](double delta) {
    auto const epsilon = of_known(delta);
    return delta == 0 || std::isinf(epsilon) ? std::numeric_limits<double>::quiet_NaN() : epsilon;
  };
  return pair;
}

std::vector<double> logs_of_positive(std::vector<double> masses) {
  for (auto& mass : masses)
    mass = mass < std::numeric_limits<double>::min() ? std::numeric_limits<double>::quiet_NaN() : std::log(mass);
  return masses;
}

PairPrivacy capped(PairPrivacy pair, double proved_epsilon) {
  pair.epsilon = [of_masses = pair.epsilon, proved_epsilon](double delta) {
    auto const epsilon = of_masses(delta);
    return epsilon > proved_epsilon ? proved_epsilon : epsilon;  // false of NaN
  };
  return pair;
}

}  // namespace warner::mechanisms::privacy
