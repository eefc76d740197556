#include "mechanisms/privacy/loss_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

void require_positive_shift(char const* symbol, double value) {
  require(value > 0 && std::isfinite(value), fmt::format("{}: {} is not in (0, inf)", symbol, value));
}

double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }

}  // namespace

LossLaw laplace_loss(double shift) {
  require_positive_shift("shift", shift);
  LossLaw law;
  law.low = -shift;
  law.high = shift;
  law.panel = 0.25;
  law.density = [=](double x) { return std::exp((x - shift) / 2) / 4; };
  law.loss = law.x_at = [](double x) { return x; };
  auto const s = static_cast<long double>(shift);
  law.atoms = {{s, 0.5L, std::exp(-s) / 2}, {-s, std::exp(-s) / 2, 0.5L}};
  law.lattice = shift;
  return law;
}

LossLaw gaussian_loss(double mu, double reach) {
  require_positive_shift("mu", mu);
  LossLaw law;
  law.low = mu - reach;
  law.high = mu + reach;
  law.panel = 0.125;
  law.outside = std::erfc(reach / std::numbers::sqrt2) / 2;
  law.density = [=](double x) { return normal_density(x - mu); };
  law.loss = [=](double x) { return mu * (x - mu / 2); };
  law.x_at = [=](double l) { return l / mu + mu / 2; };
  return law;
}

LossLaw finite_loss(FiniteLaw const& law, double lattice) {
  LossLaw loss;
  loss.atoms = law.outcomes();
  loss.lattice = lattice;
  return loss;
}

LossLaw subsampled_loss(LossLaw const& base, double q, bool removed) {
  require(q > 0 && q <= 1, fmt::format("q: {} is not in (0, 1]", q));
  // The base loss l becomes ln(1 + q (e^l - 1)); with the record added the signs turn, and with them the order of x.
  auto const thinned = [q](double l) {
    return l > 30 ? l + std::log(q + (1 - q) * std::exp(-l)) : std::log1p(q * std::expm1(l));
  };
  auto const thickened = [q](double l) {
    if (l > 30) return l + std::log((1 - (1 - q) * std::exp(-l)) / q);
    auto const inside = std::expm1(l) / q;
    return inside <= -1 ? -std::numeric_limits<double>::infinity() : std::log1p(inside);
  };
  auto law = base;
  law.lattice = 0;
  if (removed) {
    law.density = base.density ? [=](double x) { return base.density(x) * (q + (1 - q) * std::exp(-base.loss(x))); }
                               : base.density;
    if (base.loss) law.loss = [=](double x) { return thinned(base.loss(x)); };
    if (base.x_at) law.x_at = [=](double l) { return base.x_at(thickened(l)); };
    if (base.density) law.low = std::min(base.low, -base.high);  // Q too lies about its own centre
  } else {
    law.low = -std::max(base.high, -base.low);
    law.high = -std::min(base.low, -base.high);
    if (base.density) law.density = [=](double x) { return base.density(-x) * std::exp(-base.loss(-x)); };
    if (base.loss) law.loss = [=](double x) { return -thinned(base.loss(-x)); };
    if (base.x_at) law.x_at = [=](double l) { return -base.x_at(thickened(-l)); };
  }
  for (auto& o : law.atoms) {
    auto const with = (1 - static_cast<long double>(q)) * o.q + q * o.p;
    auto const l = o.q == 0 ? std::numeric_limits<long double>::infinity() : std::log1p(q * std::expm1(o.loss));
    o = removed ? Outcome{l, with, o.q} : Outcome{-l, o.q, with};
  }
  return law;
}

}  // namespace warner::mechanisms::privacy
