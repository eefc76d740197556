#include "mechanisms/privacy/exact_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/privacy/product_laplace.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "mechanisms/privacy/renyi.hpp"
#include "mechanisms/privacy/tradeoff.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

using Function = std::function<double(double)>;

double infinite() { return std::numeric_limits<double>::infinity(); }

/// The inverse of a profile that is zero from pure_epsilon on.
Function inverse(Function const& delta, double pure_epsilon) {
  return [=](double d) { return d == 0 ? pure_epsilon : std::min(pure_epsilon, epsilon_at(delta, d)); };
}

/// The trade-off function is the conjugate of the profile of one direction, known for every real epsilon [DRS19]: the
/// largest of 1 - delta(t) - e^t alpha over t, concave in e^t.
Function conjugate(Function const& one_way, double pure_epsilon) {
  return [=](double alpha) {
    auto const height = [&](double t) { return 1 - one_way(t) - std::exp(t) * alpha; };
    auto const golden = (std::sqrt(5.0) - 1) / 2;
    auto high = std::min(pure_epsilon, 60.0), low = -high;
    auto left = high - golden * (high - low), right = low + golden * (high - low);
    auto at_left = height(left), at_right = height(right);
    while (high - low > 1e-9) {
      if (at_left < at_right) {
        low = left, left = right, at_left = at_right;
        at_right = height(right = low + golden * (high - low));
      } else {
        high = right, right = left, at_right = at_left;
        at_left = height(left = high - golden * (high - low));
      }
    }
    return std::clamp(std::max(at_left, at_right), 0.0, 1 - alpha);
  };
}

PairPrivacy of_laws(std::vector<FiniteLaw> const& ways, double lattice) {
  auto const largest = [ways](auto of) {
    return [ways, of](double x) {
      long double most = 0;
      for (auto const& way : ways) most = std::max(most, of(way, x));
      return static_cast<double>(most);
    };
  };
  PairPrivacy pair;
  pair.delta = largest([](FiniteLaw const& way, double e) { return way.delta(e); });
  pair.epsilon = largest([](FiniteLaw const& way, double d) { return way.epsilon(d); });
  pair.renyi = largest([](FiniteLaw const& way, double order) { return way.renyi(order); });
  pair.beta = [ways](double alpha) { return static_cast<double>(ways.front().beta(alpha)); };
  pair.losses = [ways, lattice] {
    std::vector<LossLaw> losses;
    for (auto const& way : ways) losses.push_back(finite_loss(way, lattice));
    return losses;
  };
  return pair;
}

}  // namespace

PairPrivacy equal_pair() {
  PairPrivacy pair;
  pair.delta = pair.epsilon = pair.renyi = [](double) { return 0.0; };
  pair.beta = [](double alpha) { return 1 - alpha; };
  pair.losses = [] { return std::vector{finite_loss(FiniteLaw{{{0, 1, 1}}}, 1)}; };
  return pair;
}

PairPrivacy disjoint_pair() {
  PairPrivacy pair;
  pair.delta = [](double) { return 1.0; };
  pair.epsilon = [](double delta) { return delta >= 1 ? 0.0 : infinite(); };
  pair.renyi = [](double) { return infinite(); };
  pair.beta = [](double) { return 0.0; };
  return pair;
}

PairPrivacy laplace_pair(double shift) {
  if (shift == 0) return equal_pair();
  PairPrivacy pair;
  pair.shifts = {shift};
  pair.delta = [=](double e) { return laplace_delta(shift, e); };
  pair.epsilon = [=](double d) { return std::max(0.0, shift + 2 * std::log1p(-d)); };
  pair.beta = [=](double alpha) { return laplace_tradeoff(shift, alpha); };
  pair.renyi = [=](double order) { return laplace_renyi(shift, order); };
  pair.losses = [=] { return std::vector{laplace_loss(shift)}; };
  return pair;
}

PairPrivacy laplace_pair(std::span<double const> shifts) {
  std::vector<double> moved;
  double total = 0;
  for (auto const shift : shifts)
    if (shift != 0) moved.push_back(shift), total += shift;
  if (moved.empty()) return equal_pair();
  if (moved.size() == 1) return laplace_pair(total);
  PairPrivacy pair;
  pair.shifts = moved;
  pair.renyi = [=](double order) {
    double sum = 0;
    for (auto const shift : moved) sum += laplace_renyi(shift, order);
    return sum;
  };
  if (product_laplace_delta(moved, 0)) {
    pair.delta = [=](double e) { return product_laplace_delta(moved, e).value(); };
    pair.epsilon = inverse(pair.delta, total);
  } else {
    pair.epsilon = [=](double d) { return d == 0 ? total : std::numeric_limits<double>::quiet_NaN(); };
  }
  return pair;
}

PairPrivacy gaussian_pair(double mu) {
  if (mu == 0) return equal_pair();
  PairPrivacy pair;
  pair.mu = mu;
  pair.delta = [=](double e) { return gaussian_delta(mu, e); };
  pair.epsilon = inverse(pair.delta, infinite());
  pair.beta = [=](double alpha) { return gaussian_tradeoff(mu, alpha); };
  pair.renyi = [=](double order) { return gaussian_renyi(mu, order); };
  pair.losses = [=] { return std::vector{gaussian_loss(mu)}; };
  return pair;
}

PairPrivacy lattice_pair(LatticeLaw const& lattice, bool symmetric) {
  std::vector<FiniteLaw> ways{lattice.law()};
  if (!symmetric) ways.push_back(lattice.swapped().law());
  return of_laws(ways, static_cast<double>(lattice.unit));
}

PairPrivacy finite_pair(FiniteLaw const& p_against_q) {
  std::vector<Outcome> back;
  for (auto const& outcome : p_against_q.outcomes()) back.push_back({-outcome.loss, outcome.q, outcome.p});
  return of_laws({p_against_q, FiniteLaw{back}}, 0);
}

PairPrivacy finite_pair(std::span<double const> p, std::span<double const> q, std::span<double const> ways) {
  require(p.size() == q.size() && (ways.empty() || ways.size() == p.size()),
          fmt::format("q: {} masses beside {} of p", q.size(), p.size()));
  std::vector<Outcome> there, back;
  auto open = false;
  for (std::size_t i = 0; i < p.size(); ++i) {
    open = open || std::fpclassify(p[i]) == FP_SUBNORMAL || std::fpclassify(q[i]) == FP_SUBNORMAL;
    auto const many = ways.empty() ? 1.0L : static_cast<long double>(ways[i]);
    auto const one = static_cast<long double>(p[i]) * many, other = static_cast<long double>(q[i]) * many;
    if (one == 0 && other == 0) continue;
    auto const loss = std::log(one) - std::log(other);
    there.push_back({loss, one, other});
    back.push_back({-loss, other, one});
  }
  auto pair = of_laws({FiniteLaw{there}, FiniteLaw{back}}, 0);
  if (open)  // a subnormal mass has lost digits, and its loss with them
    pair.epsilon = [of_masses = pair.epsilon](double delta) {
      return delta == 0 ? std::numeric_limits<double>::quiet_NaN() : of_masses(delta);
    };
  return pair;
}

PairPrivacy line_pair(LineLaw const& law) {
  PairPrivacy pair;
  auto const back = law.swapped();
  pair.delta = [=](double e) { return e >= law.pure_epsilon ? 0.0 : std::max(law.delta(e), back.delta(e)); };
  pair.epsilon = inverse(pair.delta, law.pure_epsilon);
  pair.beta = conjugate([=](double t) { return law.delta(t); }, law.pure_epsilon);
  pair.renyi = [=](double order) { return std::max(law.renyi(order), back.renyi(order)); };
  return pair;
}

PairPrivacy subsampled_pair(PairPrivacy const& base, LossLaw const& loss, double q) {
  require(q > 0 && q <= 1, fmt::format("q: {} is not in (0, 1]", q));
  PairPrivacy pair;
  pair.delta = [=, profile = base.delta](double e) {
    auto const removed = q * profile(std::log1p(std::expm1(e) / q));
    auto const a = 1 - (1 - q) * std::exp(e);
    return std::max(removed, a <= 0 ? 0 : a * profile(std::log(q) + e - std::log(a)));
  };
  pair.epsilon = inverse(pair.delta, std::log1p(q * std::expm1(base.epsilon(0))));
  // Q against (1 - q) Q + q P is the smaller test; with the record the law is the mixture, so beta is that of (1 - q) Q
  // + q P against Q.
  pair.beta = conjugate(
      [=, profile = base.delta](double t) {
        auto const odds = (std::expm1(t) + q) / q;  // q H_odds(P || Q), plus what is below where it is negative
        return odds <= 0   ? -std::expm1(t)
               : odds >= 1 ? q * profile(std::log(odds))
                           : q * (1 - odds + odds * profile(-std::log(odds)));
      },
      infinite());
  pair.losses = [=] { return std::vector{subsampled_loss(loss, q, true), subsampled_loss(loss, q, false)}; };
  return pair;
}

PairPrivacy leaking_pair(PairPrivacy const& base, double leak) {
  require(leak >= 0 && leak <= 1, fmt::format("tau: {} is not in [0, 1]", leak));
  if (leak == 0) return base;
  if (leak == 1) return disjoint_pair();
  auto const kept = 1 - leak;
  PairPrivacy pair;
  if (base.delta) pair.delta = [=, of = base.delta](double e) { return leak + kept * of(e); };
  pair.epsilon = [=, of = base.epsilon](double d) { return d < leak ? infinite() : of((d - leak) / kept); };
  if (base.beta) pair.beta = [=, of = base.beta](double alpha) { return kept * of(std::min(1.0, alpha / kept)); };
  if (base.renyi)
    pair.renyi = [=, of = base.renyi](double order) {
      return order >= 1 ? infinite() : of(order) + std::log(kept) / (order - 1);
    };
  return pair;
}

PairPrivacy profile_pair(Function delta, double pure_epsilon) {
  PairPrivacy pair;
  pair.delta = std::move(delta);
  pair.epsilon = inverse(pair.delta, pure_epsilon);
  return pair;
}

PairPrivacy epsilon_pair(Function epsilon) {
  PairPrivacy pair;
  pair.epsilon = std::move(epsilon);
  pair.delta = [exact = pair.epsilon](double e) {
    if (exact(0) <= e) return 0.0;
    double low = 0, high = 1;  // exact(low) > e >= exact(high)
    while (high - low > 1e-15 * high) {
      auto const middle = low == 0 && high > 1e-300 ? (high > 1e-3 ? high / 2 : high * high) : low + (high - low) / 2;
      if (middle <= low || middle >= high) break;
      (exact(middle) > e ? low : high) = middle;
    }
    return high;
  };
  return pair;
}

}  // namespace warner::mechanisms::privacy
