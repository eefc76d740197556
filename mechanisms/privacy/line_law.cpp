#include "mechanisms/privacy/line_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/quadrature/gauss.hpp>

#include "mechanisms/privacy/panels.hpp"

namespace warner::mechanisms::privacy {
namespace {

using Rule = boost::math::quadrature::gauss<double, 16>;

/// The integral of f over [from, to].
double piece(std::function<double(double)> const& f, double from, double to) { return Rule::integrate(f, from, to); }

/// Where `positive` changes between from and to, by bisection.
template <class Sign>
double change(Sign const& positive, double from, double to) {
  auto const left = positive(from);
  for (int i = 0; i < 60; ++i) {
    auto const middle = from + (to - from) / 2;
    (positive(middle) == left ? from : to) = middle;
  }
  return from + (to - from) / 2;
}

double infinite() { return std::numeric_limits<double>::infinity(); }

}  // namespace

double LineLaw::delta(double epsilon) const {
  // p - e^epsilon q is p (1 - e^(epsilon - loss)): no difference of two numbers that are nearly the same.
  double sum = 0;
  for (auto const& atom : atoms) {
    if (atom.p == 0) continue;
    auto const below = static_cast<long double>(epsilon) + std::log(atom.q / atom.p);
    sum += static_cast<double>(atom.p) * std::max(0.0, -std::expm1(static_cast<double>(below)));
  }
  auto const gain = [&](double x) {
    auto const p = log_p(x);
    return p == -infinite() ? 0 : -std::exp(p) * std::expm1(epsilon + (log_q(x) - p));
  };
  auto const positive = [&](double x) {
    auto const p = log_p(x), q = log_q(x);
    return p > -infinite() && p > q + epsilon;
  };
  for (auto const& [from, to] : panel_edges(kinks, width, reach)) {
    auto const inside = 1e-13 * (to - from);  // the value at a kink belongs to neither side
    auto const pieces = 8;
    auto last = from + inside;
    auto at = positive(last);
    auto begin = from;
    for (int i = 1; i <= pieces; ++i) {
      auto const next = i == pieces ? to - inside : from + (to - from) * i / pieces;
      auto const here = positive(next);
      if (here != at) {
        auto const root = change(positive, last, next);
        if (at) sum += piece(gain, begin, root);
        begin = root;
      }
      last = next;
      at = here;
    }
    if (at) sum += piece(gain, begin, to);
  }
  return std::clamp(sum, 0.0, 1.0);
}

LineLaw LineLaw::swapped() const {
  auto other = *this;
  std::swap(other.log_p, other.log_q);
  for (auto& atom : other.atoms) std::swap(atom.p, atom.q);
  return other;
}

double LineLaw::renyi(double order) const {
  auto const one = order == 1;
  auto const term = [&](double p, double q) {  // of logarithms; p^a q^(1 - a), or p ln(p / q)
    if (p == -infinite()) return 0.0;
    if (q == -infinite()) return one || order > 1 ? infinite() : 0.0;
    return one ? std::exp(p) * (p - q) : std::exp(order * p + (1 - order) * q);
  };
  double sum = 0;
  for (auto const& atom : atoms)
    sum += term(static_cast<double>(std::log(atom.p)), static_cast<double>(std::log(atom.q)));
  Panels const panels{kinks, width, reach};
  sum += panels.integral([&](double x) { return term(log_p(x), log_q(x)); });
  return std::max(0.0, one ? sum : std::log(sum) / (order - 1));
}

}  // namespace warner::mechanisms::privacy
