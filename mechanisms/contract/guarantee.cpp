#include "mechanisms/contract/guarantee.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "mechanisms/contract/shown_delta.hpp"
#include "mechanisms/contract/tradeoff_dp.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms {
namespace {

void require_nonnegative(char const* symbol, double value) {
  require(value >= 0 && std::isfinite(value), fmt::format("{}: {} is negative or not finite", symbol, value));
}

void require_positive_delta(double delta) {
  require(delta > 0,
          "delta: 0 is too small (this guarantee bounds epsilon only at a positive delta; give --claim-delta)");
}

double up(double epsilon) { return std::nextafter(epsilon * (1 + 0x1p-50), std::numeric_limits<double>::infinity()); }

struct AtDelta {
  double delta;

  ApproximateDp operator()(PureDp const& g) const { return {g.epsilon, delta}; }
  ApproximateDp operator()(ApproximateDp const& g) const {
    require(delta >= g.delta,
            fmt::format("delta: {} is below the claimed {} (the claim says nothing there)", delta, g.delta));
    return {g.epsilon, delta};
  }
  ApproximateDp operator()(GaussianDp const& g) const {
    if (g.mu == 0) return {0, delta};
    require_positive_delta(delta);
    auto const profile_upper = [&](double epsilon) { return privacy::gaussian_delta(g.mu, epsilon) * (1 + 1e-12); };
    return {up(privacy::epsilon_at(profile_upper, delta)), delta};
  }
  ApproximateDp operator()(RenyiDp const& g) const {
    require_positive_delta(delta);
    return {up(g.epsilon + std::log(1 / delta) / (g.alpha - 1)), delta};  // [M17, Proposition 3]
  }
  ApproximateDp operator()(ZeroConcentratedDp const& g) const {
    require_positive_delta(delta);
    return {up(g.rho + 2 * std::sqrt(g.rho * std::log(1 / delta))), delta};  // [BS16, Proposition 1.3]
  }
  ApproximateDp operator()(TradeoffDp const& g) const { return {epsilon_at(g, delta), delta}; }
};

}  // namespace

std::string describe(Guarantee const& guarantee) {
  return std::visit(
      [](auto const& g) -> std::string {
        using G = std::decay_t<decltype(g)>;
        if constexpr (std::is_same_v<G, PureDp>) return fmt::format("epsilon = {:g}", g.epsilon);
        else if constexpr (std::is_same_v<G, ApproximateDp>)
          return fmt::format("(epsilon, delta) = ({:g}, {})", g.epsilon, shown_delta(g.delta));
        else if constexpr (std::is_same_v<G, GaussianDp>) return fmt::format("mu = {:g} (Gaussian DP)", g.mu);
        else if constexpr (std::is_same_v<G, RenyiDp>)
          return fmt::format("(alpha, epsilon) = ({:g}, {:g}) (Renyi DP)", g.alpha, g.epsilon);
        else if constexpr (std::is_same_v<G, TradeoffDp>) return g.words;
        else return fmt::format("rho = {:g} (zero-concentrated DP)", g.rho);
      },
      guarantee);
}

ApproximateDp statement_at(Guarantee const& guarantee, double delta) {
  require(delta >= 0 && delta < 1, fmt::format("delta: {} is not in [0, 1)", delta));
  validate(guarantee);
  return std::visit(AtDelta{delta}, guarantee);
}

double delta_at(GaussianDp const& guarantee, double epsilon) {
  if (guarantee.mu == 0) return 0;
  return std::min(1 - 0x1p-50, privacy::gaussian_delta(guarantee.mu, epsilon) * (1 + 1e-11));
}

double usual_delta(Guarantee const& guarantee) {
  if (auto const* approximate = std::get_if<ApproximateDp>(&guarantee)) return approximate->delta;
  if (auto const* tradeoff = std::get_if<TradeoffDp>(&guarantee))
    return tradeoff->statements.empty() ? 0 : tradeoff->statements.back().delta;
  return std::holds_alternative<PureDp>(guarantee) ? 0 : 1e-5;
}

void validate(Guarantee const& guarantee) {
  std::visit(
      [](auto const& g) {
        using G = std::decay_t<decltype(g)>;
        if constexpr (std::is_same_v<G, GaussianDp>) require_nonnegative("mu", g.mu);
        else if constexpr (std::is_same_v<G, ZeroConcentratedDp>) require_nonnegative("rho", g.rho);
        else if constexpr (std::is_same_v<G, TradeoffDp>) {
          require(!g.statements.empty(), "claim: a trade-off without statements claims nothing");
          for (auto const& statement : g.statements) validate(statement);
        } else require_nonnegative("epsilon", g.epsilon);
        if constexpr (std::is_same_v<G, ApproximateDp>)
          require(g.delta >= 0 && g.delta < 1, fmt::format("delta: {} is not in [0, 1)", g.delta));
        if constexpr (std::is_same_v<G, RenyiDp>)
          require(g.alpha > 1, fmt::format("alpha: {} is not above 1", g.alpha));
      },
      guarantee);
}

}  // namespace warner::mechanisms
