#include "verify/wealth/anytime_divergences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/bounds/invert.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr double upward = 1 + 1e-12;
constexpr int statements = 4;

/// Lines that know nothing of the truth; their stakes are allowed at every delta.
std::vector<Line> blind_lines() {
  std::vector<Line> lines;
  for (auto const epsilon : {0.0, 0.5, 1.0, 2.0, 4.0})
    lines.push_back({epsilon, epsilon == 0 ? 0.4 : 0.15, stakes_for(epsilon, 1)});
  return lines;
}

}  // namespace

double renyi_two_delta(double divergence, double epsilon) {
  require(divergence >= 0, fmt::format("divergence: {} is negative", divergence));
  require(epsilon >= 0, fmt::format("epsilon: {} is negative", epsilon));
  if (divergence > 690) return 1;
  auto const chi_square = std::expm1(divergence), odds = std::expm1(epsilon);
  if (chi_square == 0) return 0;
  auto const root = std::hypot(std::sqrt(chi_square), odds);
  auto const q = chi_square / (2 * root * (root + odds)), p = q + chi_square / (2 * root);  // where it is largest
  return std::min(1.0, upward * (p <= 1 ? chi_square / (2 * (root + odds)) : -std::expm1(epsilon - divergence)));
}

DivergenceBounds anytime_divergence_lower_bounds(std::span<RoundTally const> rounds, double epsilon, double level) {
  require(epsilon >= 0, fmt::format("epsilon: {} is negative", epsilon));
  auto const each = level / statements;
  auto const delta_at = [&](double e) {
    auto const stakes = stakes_for(e, 1);
    return greatest_refuted(each,
                            [&](double delta) { return delta < 1 ? log_wealth(rounds, e, delta, stakes) : -infinity; });
  };
  auto const lines = blind_lines();
  auto const renyi_wealth = [&](double divergence) {
    Profile const claim{
        [divergence](double e) { return std::min(renyi_two_delta(divergence, e), 1 - 0x1p-50); }, {}, 0};
    return log_line_wealth(rounds, claim, lines);
  };
  return {delta_at(epsilon), delta_at(0), anytime_mu_lower_bound(rounds, {}, lines, each),
          greatest_refuted(each, renyi_wealth)};
}

}  // namespace warner::verify
