#include "mechanisms/privacy/lattice_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

using Masses = std::vector<long double>;

Masses convolved(Masses const& a, Masses const& b) {
  Masses sum(a.size() + b.size() - 1, 0.0L);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != 0)
      for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  return sum;
}

LatticeLaw trimmed(LatticeLaw law, long double cut) {
  auto const negligible = [&](std::size_t i) { return law.p[i] <= cut && law.q[i] <= cut; };
  std::size_t first = 0, last = law.p.size();
  while (last - first > 1 && negligible(last - 1)) --last;
  while (last - first > 1 && negligible(first)) ++first;
  for (auto* masses : {&law.p, &law.q})
    *masses = Masses(masses->begin() + static_cast<std::ptrdiff_t>(first),
                     masses->begin() + static_cast<std::ptrdiff_t>(last));
  law.offset += law.unit * static_cast<long double>(first);
  return law;
}

LatticeLaw composed(LatticeLaw const& a, LatticeLaw const& b, long double cut) {
  return trimmed({a.offset + b.offset, a.unit, convolved(a.p, b.p), convolved(a.q, b.q)}, cut);
}

}  // namespace

LatticeLaw LatticeLaw::power(int k, long double cut) const {
  require(k >= 1, fmt::format("k: {} releases (one at least)", k));
  auto square = *this;
  LatticeLaw product{0, unit, {1}, {1}};
  for (; k > 0; k /= 2) {
    if (k % 2 == 1) product = composed(product, square, cut);
    if (k > 1) square = composed(square, square, cut);
  }
  return product;
}

LatticeLaw LatticeLaw::swapped() const {
  auto const n = static_cast<long double>(p.size() - 1);
  LatticeLaw other{-(offset + unit * n), unit, q, p};
  std::ranges::reverse(other.p);
  std::ranges::reverse(other.q);
  return other;
}

FiniteLaw LatticeLaw::law() const {
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < p.size(); ++i) {
    auto loss = offset + unit * static_cast<long double>(i);
    if (std::abs(loss) < 1e-15L * unit) loss = 0;
    outcomes.push_back({loss, p[i], q[i]});
  }
  return FiniteLaw{std::move(outcomes)};
}

LatticeLaw binary_law(long double p, long double q) {
  auto const inside = [](char const* name, long double x) {
    require(x > 0 && x < 1, fmt::format("{}: {} is not in (0, 1)", name, static_cast<double>(x)));
  };
  inside("p", p);
  inside("q", q);
  if (p < q) return binary_law(1 - p, 1 - q);
  auto const low = std::log((1 - p) / (1 - q)), high = std::log(p / q);
  return {low, high - low, {1 - p, p}, {1 - q, q}};
}

LatticeLaw k_ary_law(long double epsilon, int categories) {
  require(epsilon > 0, fmt::format("epsilon: {} is not above 0", static_cast<double>(epsilon)));
  require(categories >= 2, fmt::format("k: {} categories (two at least)", categories));
  auto const e = std::exp(-epsilon), all = 1 + (categories - 1) * e;
  return {-epsilon,
          epsilon,
          {e / all, (categories - 2) * e / all, 1 / all},
          {1 / all, (categories - 2) * e / all, e / all}};
}

LatticeLaw discrete_laplace_law(long double rate, int shift) {
  require(rate > 0, fmt::format("rate: {} is not above 0", static_cast<double>(rate)));
  require(shift >= 1, fmt::format("shift: {} is not a whole number above 0", shift));
  auto const end = 1 / (1 + std::exp(-rate));
  LatticeLaw law{-rate * shift, 2 * rate, Masses(static_cast<std::size_t>(shift) + 1), {}};
  for (int i = 0; i <= shift; ++i) {
    auto const x = shift - i;
    law.p[static_cast<std::size_t>(i)] = x == 0 ? end : std::exp(-rate * x) * (x == shift ? end : std::tanh(rate / 2));
  }
  law.q.assign(law.p.rbegin(), law.p.rend());
  return law;
}

LatticeLaw discrete_gaussian_law(long double sigma2, int shift) {
  require(sigma2 > 0, fmt::format("sigma2: {} is not above 0", static_cast<double>(sigma2)));
  require(shift >= 1, fmt::format("shift: {} is not a whole number above 0", shift));
  auto const reach = static_cast<int>(std::ceil(std::sqrt(2 * sigma2 * 460))) + shift;  // e^-460 is about 1e-200
  require(reach < 1'000'000,
          fmt::format("sigma2: {} is too large for a sum over the integers", static_cast<double>(sigma2)));
  auto const mass = [=](int x) { return std::exp(-static_cast<long double>(x) * x / (2 * sigma2)); };
  long double total = 0;
  for (int x = reach; x >= 1; --x) total += 2 * mass(x);
  total += 1;
  // P at 0, Q at `shift`: at x the loss is (shift^2 - 2 shift x) / (2 sigma2), so the index runs against x.
  auto const least = -reach, most = reach + shift, unit_count = most - least + 1;
  LatticeLaw law{
      (static_cast<long double>(shift) * shift - 2.0L * shift * most) / (2 * sigma2), shift / sigma2, {}, {}};
  for (int i = 0; i < unit_count; ++i) {
    law.p.push_back(mass(most - i) / total);
    law.q.push_back(mass(most - i - shift) / total);
  }
  return law;
}

LatticeLaw staircase_law(long double epsilon, long double gamma) {
  require(epsilon > 0, fmt::format("epsilon: {} is not above 0", static_cast<double>(epsilon)));
  require(gamma > 0 && gamma < 1, fmt::format("gamma: {} is not in (0, 1)", static_cast<double>(gamma)));
  auto const b = std::exp(-epsilon), a = -std::expm1(-epsilon) / (2 * (gamma + b * (1 - gamma)));
  auto const up = 0.5L + a * std::min(gamma, 1 - gamma);
  auto const level = gamma < 0.5L ? a * b * (1 - 2 * gamma) : a * (2 * gamma - 1);
  auto const down = up * b;  // a symmetric law: the loss -epsilon has e^-epsilon the mass of +epsilon
  return {-epsilon, epsilon, {down, level, up}, {up, level, down}};
}

FiniteLaw shuffled_response_law(int n, long double p) {
  require(n >= 1, fmt::format("n: {} people (one at least)", n));
  require(p > 0 && p < 1, fmt::format("p: {} is not in (0, 1)", static_cast<double>(p)));
  auto const power_of = [](Masses base, int k) { return k == 0 ? Masses{1} : LatticeLaw{0, 1, base, base}.power(k).p; };
  Masses const zero{p, 1 - p}, one{1 - p, p};
  auto const others = power_of(zero, n - 1);
  auto const with = convolved(others, one), without = convolved(others, zero);
  // The loss in closed form, since both masses underflow: with / without = ((n - y) (1 - p)^2 + y p^2) / (n p (1 - p)).
  std::vector<Outcome> outcomes;
  for (std::size_t y = 0; y < with.size(); ++y) {
    auto const ones = static_cast<long double>(y) / n;
    outcomes.push_back(
        {std::log(((1 - ones) * (1 - p) * (1 - p) + ones * p * p) / (p * (1 - p))), with[y], without[y]});
  }
  return FiniteLaw{std::move(outcomes)};
}

}  // namespace warner::mechanisms::privacy
