#include "mechanisms/privacy/tradeoff.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "sim/normal.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

void require_probability(double alpha) {
  require(alpha >= 0 && alpha <= 1, fmt::format("alpha: {} is not in [0, 1]", alpha));
}

}  // namespace

double approximate_dp_tradeoff(double epsilon, double delta, double alpha) {
  require_probability(alpha);
  return std::max({0.0, 1 - delta - std::exp(epsilon) * alpha, std::exp(-epsilon) * (1 - delta - alpha)});
}

double laplace_tradeoff(double shift, double alpha) {
  require_probability(alpha);
  if (alpha < std::exp(-shift) / 2) return 1 - std::exp(shift) * alpha;
  if (alpha <= 0.5) return std::exp(-shift) / (4 * alpha);
  return std::exp(-shift) * (1 - alpha);
}

double gaussian_tradeoff(double mu, double alpha) {
  require_probability(alpha);
  if (alpha == 0 || alpha == 1) return 1 - alpha;
  auto const quantile = -sim::normal_quantile(alpha);  // Phi^-1(1 - alpha)
  return std::erfc((mu - quantile) / std::numbers::sqrt2) / 2;
}

}  // namespace warner::mechanisms::privacy
