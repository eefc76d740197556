#include "verify/wealth/wealth.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/special_functions/beta.hpp>
#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/bounds/log_sum.hpp"

namespace warner::verify {
namespace {

using Policy = boost::math::policies::policy<boost::math::policies::promote_double<true>>;

constexpr int priors = 9;  // b = 8^0, .., 8^8

/// What Stirling's formula leaves of ln Gamma(z): ln Gamma(z) = (z - 1/2) ln z - z + ln(2 pi) / 2 + stirling_rest(z).
double stirling_rest(double z) {
  double rest = 0;
  for (; z < 20; ++z) rest += (z + 0.5) * std::log1p(1 / z) - 1;
  auto const r = 1 / (z * z);
  return rest + (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / z;
}

/// The continued fraction of the incomplete beta function, by Lentz's recurrence, for x well below the mean a / (a +
/// b). B_x(a, b) = x^a (1 - x)^b / a times this.
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  auto const safe = [](double value) { return std::fabs(value) < tiny ? tiny : value; };
  double c = 1, d = 1 / safe(1 - (a + b) * x / (a + 1)), fraction = d;
  for (double m = 1; m < 1e7; ++m) {
    auto const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / safe(1 + even * d);
    c = safe(1 + even / c);
    fraction *= c * d;
    auto const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / safe(1 + odd * d);
    c = safe(1 + odd / c);
    fraction *= c * d;
    if (std::fabs(c * d - 1) < 1e-15) break;
  }
  return fraction;
}

/// R ln(p / (1 - x)) + a ln(q / x) for p = R / (R + a), q = 1 - p: n times a divergence of coins.
/// The digits that its two terms have in common are not lost. `lost` grows by what rounding may cost.
double divergence(double right, double a, double x, double& lost) {
  auto const excess = (right * x - a * (1 - x)) / (right + a);  // p - (1 - x)
  auto const of_right = right * std::log1p(excess / (1 - x)), of_wrong = a * std::log1p(-excess / x);
  lost += 0x1p-49 * (std::fabs(of_right) + std::fabs(of_wrong));
  return of_right + of_wrong;
}

/// ln E_b; what rounding may have cost it is added to `lost`.
double log_beta_wealth(double right, double wrong, double epsilon, double b, double& lost) {
  auto const a = wrong + b;
  if (right == 0) return std::log(b / a);
  auto const x = 1 / (1 + std::exp(epsilon));  // 1 - pi0
  if (x < 1e-300) return std::log(b / a);      // the odds of e^-epsilon pay nothing
  auto const all = right + a;
  auto const mean = a / (all + 1), deviation = std::sqrt(mean * (1 - mean) / (all + 2));
  lost += all > 1e10 ? 1e-6 : 1e-9;  // what ibeta is off by, see verify/bounds/clopper_pearson.cpp
  if (x < mean - 8 * deviation || x < 1e-3 * mean) return std::log(b / a * (1 - x) * beta_fraction(a, right + 1, x));
  auto const below = boost::math::ibeta(a, right + 1, x, Policy{});
  return std::log(b * below) + divergence(right, a, x, lost) +
         0.5 * std::log(2 * std::numbers::pi * right / (a * all)) + stirling_rest(right) + stirling_rest(a) -
         stirling_rest(all);
}

}  // namespace

double log_beta_wealth(double right, double wrong, double epsilon, double b) {
  require(epsilon >= 0, fmt::format("epsilon: {} is negative", epsilon));
  require(b > 0, fmt::format("b: {} is not positive", b));
  double lost = 0;
  return log_beta_wealth(right, wrong, epsilon, b, lost);
}

double log_wealth_limit(sim::Tally const& tally, double epsilon) {
  auto const right = static_cast<double>(tally.right), n = static_cast<double>(tally.spoke()),
             pi = 1 / (1 + std::exp(-epsilon));
  if (right <= n * pi) return 0;
  auto const share = right / n, won = right * std::log(share / pi),
             lost = right < n ? (n - right) * std::log((1 - share) * (1 + std::exp(epsilon))) : 0.0;
  return std::max(0.0, won + lost) + 1e-12 * (1 + won - lost);
}

double log_mixture_wealth(sim::Tally const& tally, double epsilon) {
  require(epsilon >= 0, fmt::format("epsilon: {} is negative", epsilon));
  if (tally.spoke() == 0) return 0;
  LogSum sum;
  double b = 1, most_lost = 0;
  for (int j = 1; j <= priors; ++j, b *= 8) {
    auto const weight = j < priors ? 1 / (static_cast<double>(j) * (j + 1)) : 1 / static_cast<double>(j);
    double lost = 0;
    sum.add(std::log(weight) +
            log_beta_wealth(static_cast<double>(tally.right), static_cast<double>(tally.wrong), epsilon, b, lost));
    most_lost = std::max(most_lost, lost);
  }
  return sum.value() - most_lost - 1e-12;
}

}  // namespace warner::verify
