#include "mechanisms/privacy/profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/quadrature/gauss.hpp>

#include "sim/bisection.hpp"
#include "sim/normal.hpp"

namespace warner::mechanisms::privacy {
namespace {

/// Phi(-x) e^(x^2 / 2), which neither under- nor overflows for x >= 0: half the scaled complementary error function.
double scaled_tail(double x) {
  if (x < 5) return std::erfc(x / std::numbers::sqrt2) / 2 * std::exp(x * x / 2);
  double fraction = x;  // Laplace's continued fraction, converged to the last bit from x = 5 on [AS64, 26.2.14]
  for (int k = 100; k >= 1; --k) fraction = x + k / fraction;
  return 1 / (fraction * std::sqrt(2 * std::numbers::pi));
}

/// scaled_tail(near) - scaled_tail(near + mu), as the integral over t > 0 of e^(-near t - t^2 / 2) (1 - e^(-mu t)) /
/// sqrt(2 pi): nothing cancels, however small mu is. For near >= -1 and mu below the other scales, where the integrand
/// is smooth.
double scaled_tail_difference(double near, double mu) {
  constexpr int panels = 4;
  auto const end = 80 / (near + std::sqrt(near * near + 80));  // the first factor is e^-40 there
  auto const integrand = [&](double t) { return std::exp(-t * (near + t / 2)) * -std::expm1(-mu * t); };
  double sum = 0;
  for (int i = panels - 1; i >= 0; --i)
    sum += boost::math::quadrature::gauss<double, 30>::integrate(integrand, end * i / panels, end * (i + 1) / panels);
  return sum / std::sqrt(2 * std::numbers::pi);
}

}  // namespace

double laplace_delta(double shift, double epsilon) {
  if (epsilon >= shift) return 0;
  if (epsilon <= -shift) return -std::expm1(epsilon);
  return -std::expm1((epsilon - shift) / 2);
}

double gaussian_delta(double mu, double epsilon) {
  if (epsilon < 0) return -std::expm1(epsilon) + std::exp(epsilon) * gaussian_delta(mu, -epsilon);
  if (mu == 0) return 0;
  auto const near = epsilon / mu - mu / 2, far = epsilon / mu + mu / 2;
  auto const shared = std::exp(-near * near / 2);  // e^epsilon phi(far) = phi(near)
  if (near < -1) return sim::normal_cdf(-near) - shared * scaled_tail(far);
  auto const small_step = mu * std::max(near, 1.0) < 1;
  if (small_step) return shared * scaled_tail_difference(near, mu);
  auto const near_tail = near < 0 ? sim::normal_cdf(-near) / shared : scaled_tail(near);
  return shared * (near_tail - scaled_tail(far));
}

double gaussian_log_delta(double mu, double epsilon) {
  if (mu == 0) return -std::numeric_limits<double>::infinity();
  auto const near = epsilon / mu - mu / 2, far = epsilon / mu + mu / 2;
  if (near < 1) return std::log(gaussian_delta(mu, epsilon));
  auto const difference = mu * near < 1 ? scaled_tail_difference(near, mu) : scaled_tail(near) - scaled_tail(far);
  return -near * near / 2 + std::log(difference);
}

double discrete_laplace_delta(double ratio, double shift, double epsilon) {
  if (epsilon < 0) return -std::expm1(epsilon) + std::exp(epsilon) * discrete_laplace_delta(ratio, shift, -epsilon);
  // P is at 0 and Q at `shift`: the log ratio at z is rate (|z - shift| - |z|) = rate (shift - 2 z) on 0 <= z <= shift,
  // so the best event is z <= k for the last k whose ratio is above epsilon. Its two terms are positive: nothing
  // cancels.
  auto const rate = -std::log(ratio);
  if (epsilon >= rate * shift) return 0;
  auto const k = std::max(0.0, std::ceil((shift - epsilon / rate) / 2) - 1);
  return std::max(0.0, -std::expm1(epsilon - rate * (shift - k)) - ratio * std::expm1(-rate * k)) / (1 + ratio);
}

double binary_delta(double p, double q, double epsilon) {
  auto const e = std::exp(epsilon);
  auto const one_way = [&](double a, double b) {
    return std::max(0.0, a - e * b) + std::max(0.0, (1 - a) - e * (1 - b));
  };
  return std::max(one_way(p, q), one_way(q, p));
}

double epsilon_at(std::function<double(double)> const& profile, double delta) {
  if (profile(0) <= delta) return 0;
  double low = 0, high = 1;
  while (profile(high) > delta) {
    low = high;
    high *= 2;
    if (high > 0x1p100) return std::numeric_limits<double>::infinity();
  }
  return sim::bisected({low, high}, [&](double epsilon) { return !(profile(epsilon) > delta); }, {.relative = 1e-13})
      .high;
}

}  // namespace warner::mechanisms::privacy
