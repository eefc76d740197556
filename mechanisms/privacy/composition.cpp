#include "mechanisms/privacy/composition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "mechanisms/privacy/lattice_law.hpp"
#include "sim/bisection.hpp"
#include "sim/normal.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

void require_claim(Claim const& claim) {
  require(claim.epsilon >= 0 && std::isfinite(claim.epsilon),
          fmt::format("epsilon: {} is not in [0, inf)", claim.epsilon));
  require(claim.delta >= 0 && claim.delta <= 1, fmt::format("delta: {} is not in [0, 1]", claim.delta));
}

void require_composition(Claim const& claim, int k) {
  require_claim(claim);
  require(k >= 1, fmt::format("k: {} releases (one at least)", k));
}

void require_inside(char const* symbol, double value) {
  require(value > 0 && value < 1, fmt::format("{}: {} is not in (0, 1)", symbol, value));
}

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

/// Pr that one of k releases fails outright.
long double lost(Claim const& each, int k) {
  return -std::expm1(k * std::log1p(-static_cast<long double>(each.delta)));
}

/// k releases of randomised response at this epsilon.
FiniteLaw responses(double epsilon, int k) {
  auto const e = std::exp(-static_cast<long double>(epsilon));
  return LatticeLaw{-static_cast<long double>(epsilon),
                    2 * static_cast<long double>(epsilon),
                    {e / (1 + e), 1 / (1 + e)},
                    {1 / (1 + e), e / (1 + e)}}
      .power(k)
      .law();
}

}  // namespace

Claim basic_composition_upper(Claim each, int k) {
  require_composition(each, k);
  return {k * each.epsilon, std::min(1.0, k * each.delta)};
}

Claim advanced_composition_upper(Claim each, int k, double slack) {
  require_composition(each, k);
  require_inside("slack", slack);
  return {k * each.epsilon * std::expm1(each.epsilon) + each.epsilon * std::sqrt(2 * k * -std::log(slack)),
          std::min(1.0, k * each.delta + slack)};
}

Claim closed_composition_upper(Claim each, int k, double slack) {
  require_composition(each, k);
  require_inside("slack", slack);
  auto const e = each.epsilon, mean = k * e * std::tanh(e / 2);
  auto const spread = [&](double inside) { return mean + e * std::sqrt(2 * k * std::log(inside)); };
  auto const epsilon = std::min({k * e, spread(std::numbers::e + std::sqrt(k * e * e) / slack), spread(1 / slack)});
  auto const all_lost = static_cast<double>(lost(each, k));
  return {epsilon, all_lost + slack * (1 - all_lost)};
}

double optimal_composition_delta(Claim each, int k, double epsilon) {
  require_composition(each, k);
  require(epsilon >= 0, fmt::format("epsilon: {} is below 0", epsilon));
  auto const gone = lost(each, k);
  if (each.epsilon == 0) return static_cast<double>(gone);
  return static_cast<double>(gone + (1 - gone) * responses(each.epsilon, k).delta(epsilon));
}

double optimal_composition_epsilon(Claim each, int k, double delta) {
  require_composition(each, k);
  require(delta >= 0 && delta <= 1, fmt::format("delta: {} is not in [0, 1]", delta));
  auto const gone = lost(each, k);
  if (delta < gone) return std::numeric_limits<double>::infinity();
  if (each.epsilon == 0 || gone == 1) return 0;
  return static_cast<double>(responses(each.epsilon, k).epsilon((delta - gone) / (1 - gone)));
}

std::optional<FiniteLaw> optimal_composition_law(std::span<Claim const> claims) {
  long double log_kept = 0;
  std::map<double, int> times;
  for (auto const& claim : claims) {
    require_claim(claim);
    log_kept += std::log1p(-static_cast<long double>(claim.delta));
    if (claim.epsilon > 0) ++times[claim.epsilon];
  }
  double outcomes = 1;
  for (auto const& [_, count] : times) outcomes *= count + 1;
  if (outcomes > 2e6) return std::nullopt;
  auto const kept = std::exp(log_kept);
  std::vector<Outcome> all{{0, kept, kept}};
  for (auto const& [epsilon, count] : times) {
    auto const law = responses(epsilon, count);
    std::vector<Outcome> next;
    for (auto const& one : all)
      for (auto const& other : law.outcomes())
        next.push_back({one.loss + other.loss, one.p * other.p, one.q * other.q});
    all = std::move(next);
  }
  if (auto const gone = -std::expm1(log_kept); gone > 0) {
    auto const infinite = std::numeric_limits<long double>::infinity();
    all.push_back({infinite, gone, 0});
    all.push_back({-infinite, 0, gone});
  }
  return FiniteLaw{std::move(all)};
}

Claim group_upper(Claim each, int size) {
  require_composition(each, size);
  auto const all = size * each.epsilon;
  if (each.delta == 0) return {all, 0};
  auto const factor = each.epsilon == 0 ? size
                      : all < 700       ? std::expm1(all) / std::expm1(each.epsilon)
                                        : std::exp(all - each.epsilon) / -std::expm1(-each.epsilon);
  return {all, std::min(1.0, each.delta * factor)};
}

Claim subsampled_upper(Claim each, double q) {
  require_claim(each);
  require(q > 0 && q <= 1, fmt::format("q: {} is not in (0, 1]", q));
  return {std::log1p(q * std::expm1(each.epsilon)), q * each.delta};
}

double relaxed_delta_upper(Claim claim, double epsilon) {
  require_claim(claim);
  if (epsilon >= claim.epsilon) return claim.delta;
  return std::min(1.0, claim.delta + std::exp(epsilon) * std::expm1(claim.epsilon - epsilon));
}

double relaxed_delta_tight(Claim claim, double epsilon) {
  require_claim(claim);
  if (epsilon >= claim.epsilon) return claim.delta;
  return claim.delta + (1 - claim.delta) * -std::expm1(epsilon - claim.epsilon) / (1 + std::exp(-claim.epsilon));
}

double renyi_delta_upper(double order, double divergence, double epsilon) {
  require(order > 1, fmt::format("alpha: {} is not above 1", order));
  return std::min(1.0, std::exp((order - 1) * (divergence - epsilon) + order * std::log1p(-1 / order)) / (order - 1));
}

double renyi_epsilon_upper(double order, double divergence, double delta) {
  require(order > 1, fmt::format("alpha: {} is not above 1", order));
  require_inside("delta", delta);
  return std::max(0.0, divergence + std::log1p(-1 / order) - std::log(order * delta) / (order - 1));
}

double log_zcdp_delta_upper(double rho, double epsilon) {
  require(rho > 0, fmt::format("rho: {} is not above 0", rho));
  // the derivative in the order a, (2a - 1) rho - epsilon + ln(1 - 1/a), increases: one root
  auto const slope = [&](double a) { return (2 * a - 1) * rho - epsilon + std::log1p(-1 / a); };
  double largest = 2;
  while (slope(largest) < 0) largest *= 2;
  auto const a = sim::bisected({1, largest}, [&](double order) { return slope(order) >= 0; }, {.relative = 1e-15}).high;
  return std::min(0.0, (a - 1) * (a * rho - epsilon) + a * std::log1p(-1 / a) - std::log(a - 1));
}

double zcdp_epsilon_upper(double rho, double delta) {
  require(rho >= 0, fmt::format("rho: {} is below 0", rho));
  require_inside("delta", delta);
  return rho + 2 * std::sqrt(rho * -std::log(delta));
}

double clt_mu_poisson(double q, double sigma, int k) { return q * std::sqrt(k * std::expm1(1 / (sigma * sigma))); }

double clt_mu_uniform(double q, double sigma, int k) {
  return std::numbers::sqrt2 * q *
         std::sqrt(k * (std::exp(1 / (sigma * sigma)) * normal_cdf(1.5 / sigma) + 3 * normal_cdf(-0.5 / sigma) - 2));
}

double mu_upper_of_pure(double epsilon) {
  require(epsilon >= 0, fmt::format("epsilon: {} is below 0", epsilon));
  return -2 * sim::normal_quantile(1 / (1 + std::exp(epsilon)));
}

}  // namespace warner::mechanisms::privacy
