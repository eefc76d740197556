#include "mechanisms/privacy/renyi.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "mechanisms/privacy/panels.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

void require_order(double order) {
  require(order > 0, fmt::format("alpha: {} is not above 0 (order of a Renyi divergence)", order));
}

/// Of the likelihood ratio R = 1 - q + q e^(mu x - mu^2 / 2), x standard normal: ln E R^a / (a - 1) where the record is
/// removed, and ln E R^(1 - a) / (a - 1) where it is not; E R ln R and -E ln R at order 1. R^a has its mass about a mu.
double subsampled_integral(double q, double mu, double order, bool removed) {
  auto const log_ratio = [=](double x) {
    auto const loss = mu * x - mu * mu / 2;
    return loss > 0 ? loss + std::log(q + (1 - q) * std::exp(-loss)) : std::log1p(q * std::expm1(loss));
  };
  auto const power = removed ? order : 1 - order;
  auto const far = std::max({0.0, mu, power * mu});
  Panels const panels{{std::min(0.0, power * mu), far}, 0.25, 1};
  if (order == 1) {
    return panels.integral([&](double x) {
      auto const log_normal = -x * x / 2 - std::log(2 * std::numbers::pi) / 2, loss = log_ratio(x);
      return removed ? std::exp(log_normal + loss) * loss : -std::exp(log_normal) * loss;
    });
  }
  // E (R^power - 1), so that small divergences keep their digits; the exponent's largest value is taken out where it is
  // large.
  auto const top = std::max(0.0, far * far / 2);
  auto const log_normal = [](double x) { return -x * x / 2 - std::log(2 * std::numbers::pi) / 2; };
  if (top < 20)
    return std::log1p(
               panels.integral([&](double x) { return std::exp(log_normal(x)) * std::expm1(power * log_ratio(x)); })) /
           (order - 1);
  return (top +
          std::log(panels.integral([&](double x) { return std::exp(log_normal(x) + power * log_ratio(x) - top); }))) /
         (order - 1);
}

}  // namespace

double laplace_renyi(double shift, double order) {
  require_order(order);
  long double const s = shift, a = order;
  if (order == 1) return static_cast<double>(s + std::expm1(-s));
  if (std::abs(order - 0.5) <
      1e-6) {  // a / (2a - 1) and its partner have a common pole: their limit is e^(-s/2) (1 + s/2)
    if (order == 0.5) return static_cast<double>(-2 * (std::log1p(s / 2) - s / 2));
  }
  // E - 1 = a/(2a-1) (e^((a-1)s) - 1) + (a-1)/(2a-1) (e^(-as) - 1), with e^((a-1)s) taken out where it is large.
  auto const up = (a - 1) * s;
  if (up > 1)
    return static_cast<double>((up + std::log((a + (a - 1) * std::exp(-a * s - up)) / (2 * a - 1))) / (a - 1));
  auto const excess = (a * std::expm1(up) + (a - 1) * std::expm1(-a * s)) / (2 * a - 1);
  return static_cast<double>(std::log1p(excess) / (a - 1));
}

double gaussian_renyi(double mu, double order) {
  require_order(order);
  return order * mu * mu / 2;
}

double discrete_gaussian_renyi(double sigma2, int shift, double order) {
  require_order(order);
  require(sigma2 > 0, fmt::format("sigma2: {} is not above 0", sigma2));
  auto const whole = order * shift * shift / (2 * sigma2);
  if (order == 1) return whole;
  // E_P e^((order - 1) loss) completes the square: what is left is a ratio of two sums over the integers, the upper one
  // shifted.
  auto const fraction = std::remainder(static_cast<long double>(order - 1) * shift, 1.0L);
  if (fraction == 0) return whole;
  long double excess = 0, total = 1;
  excess += std::expm1(-fraction * fraction / (2 * sigma2));
  for (long double x = 1; x * x < 2 * sigma2 * 60 + 4 * x; ++x) {
    auto const mass = std::exp(-x * x / (2 * sigma2));
    total += 2 * mass;
    excess += mass * (std::expm1(-fraction * (2 * x + fraction) / (2 * sigma2)) +
                      std::expm1(-fraction * (fraction - 2 * x) / (2 * sigma2)));
  }
  return static_cast<double>(whole + std::log1p(excess / total) / (order - 1));
}

double subsampled_gaussian_renyi(double q, double mu, double order, bool removed) {
  require(q > 0 && q <= 1, fmt::format("q: {} is not in (0, 1]", q));
  require_order(order);
  require(order <= 1e5, fmt::format("alpha: {} is above 1e5", order));
  if (q == 1) return gaussian_renyi(mu, order);
  if (!removed || order < 2 || order != std::floor(order)) return subsampled_integral(q, mu, order, removed);
  // sum over j of Bin(order, q)(j) (e^(j (j-1) mu^2 / 2) - 1): the terms j = 0, 1 vanish and nothing cancels.
  auto const a = static_cast<long double>(order);
  std::vector<long double> logs;
  for (long double j = 2; j <= a; ++j) {
    auto const grows = j * (j - 1) * mu * mu / 2;
    auto const log_excess = grows + std::log(-std::expm1(-grows));
    logs.push_back(std::lgamma(a + 1) - std::lgamma(j + 1) - std::lgamma(a - j + 1) +
                   (a - j) * std::log1p(-static_cast<long double>(q)) + j * std::log(static_cast<long double>(q)) +
                   log_excess);
  }
  auto const largest = *std::ranges::max_element(logs);
  long double sum = 0;
  for (auto const x : logs) sum += std::exp(x - largest);
  auto const log_sum = largest + std::log(sum);
  return static_cast<double>((log_sum > 40 ? log_sum : std::log1p(std::exp(log_sum))) / (a - 1));
}

double gaussian_rho(double mu) { return mu * mu / 2; }
double rho_upper_of_pure(double epsilon) { return epsilon * epsilon / 2; }

}  // namespace warner::mechanisms::privacy
