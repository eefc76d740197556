#include "mechanisms/privacy/finite_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

constexpr long double infinity = std::numeric_limits<long double>::infinity();

void require_probability(char const* symbol, long double value) {
  require(value >= 0 && value <= 1, fmt::format("{}: {} is not in [0, 1]", symbol, static_cast<double>(value)));
}

}  // namespace

FiniteLaw::FiniteLaw(std::vector<Outcome> outcomes) : outcomes_{std::move(outcomes)} {
  std::erase_if(outcomes_, [](Outcome const& o) { return o.p == 0 && o.q == 0 && !std::isfinite(o.loss); });
  require(std::ranges::any_of(outcomes_, [](Outcome const& o) { return o.p != 0 || o.q != 0; }),
          "outcomes: none has mass");
  for (auto const& o : outcomes_) {
    require_probability("p", o.p);
    require_probability("q", o.q);
  }
  std::ranges::stable_sort(outcomes_, std::greater{}, &Outcome::loss);
}

long double FiniteLaw::delta(long double epsilon) const {
  long double sum = 0;
  for (auto const& o : outcomes_) {
    if (o.loss <= epsilon) break;
    sum += o.loss == infinity ? o.p : -o.p * std::expm1(epsilon - o.loss);
  }
  return sum;
}

long double FiniteLaw::epsilon(long double delta) const {
  require_probability("delta", delta);
  if (delta == 0) return std::max(0.0L, pure_epsilon());  // the masses that decide may have underflowed
  if (this->delta(0) <= delta) return 0;
  long double a = 0, b = 0, here = 0;  // Pr_P and Pr_Q[loss above], and delta at the loss last passed
  for (std::size_t i = 0; i < outcomes_.size(); ++i) {
    auto const& o = outcomes_[i];
    if (b > 0) {
      auto const last = outcomes_[i - 1].loss, to = std::max(o.loss, 0.0L);
      auto const there = here - std::exp(last) * std::expm1(to - last) * b;  // both terms positive
      if (there > delta) {
        auto const e = std::log((a - delta) / b);
        return std::clamp(e, to, last);
      }
      here = there;
    } else if (a > delta) {
      return infinity;  // the mass of infinite loss alone
    }
    if (b == 0) here = a + (o.loss == infinity ? o.p : 0);
    a += o.p;
    b += o.q;
  }
  return std::max(0.0L, std::log((a - delta) / b));
}

long double FiniteLaw::beta(long double alpha) const {
  require_probability("alpha", alpha);
  if (alpha == 1) return 0;
  long double accepted = 0, rejected = 0;
  std::size_t boundary = 0;
  for (; boundary < outcomes_.size() && rejected + outcomes_[boundary].q <= alpha; ++boundary)
    rejected += outcomes_[boundary].q;
  if (boundary == outcomes_.size()) return 0;
  for (auto i = outcomes_.size() - 1; i > boundary; --i) accepted += outcomes_[i].p;
  auto const& split = outcomes_[boundary];
  return accepted + split.p * (1 - (alpha - rejected) / split.q);
}

long double FiniteLaw::renyi(long double order) const {
  require(order > 0, fmt::format("alpha: {} is not above 0 (order of a Renyi divergence)", static_cast<double>(order)));
  if (pure_epsilon() == infinity && order >= 1) return infinity;
  if (order == 1) {
    long double sum = 0;
    for (auto const& o : outcomes_)
      if (o.p > 0) sum += o.p * o.loss;
    return sum;
  }
  // E_P e^((order - 1) loss) - 1 by expm1, so that a small divergence keeps its digits; the losses past e^11000 by
  // their largest.
  auto const top = (order - 1) * pure_epsilon();
  if (top > 1000 || order < 1) {
    auto largest = -infinity;
    for (auto const& o : outcomes_)
      if (o.p > 0 && o.q > 0) largest = std::max(largest, order * std::log(o.p) + (1 - order) * std::log(o.q));
    long double sum = 0;
    for (auto const& o : outcomes_)
      if (o.p > 0 && o.q > 0) sum += std::exp(order * std::log(o.p) + (1 - order) * std::log(o.q) - largest);
    return (largest + std::log(sum)) / (order - 1);
  }
  long double sum = 0;  // E_P[e^x - 1 - x] + E_P[x]
  for (auto const& o : outcomes_)
    if (o.p > 0) sum += o.p * std::expm1((order - 1) * o.loss);
  return std::log1p(sum) / (order - 1);
}

long double FiniteLaw::pure_epsilon() const { return outcomes_.front().loss; }

FiniteLaw channel_law(std::vector<double> const& p, std::vector<double> const& q) {
  require(p.size() == q.size(),
          fmt::format("rows: {} and {} columns (a channel has as many in every row)", p.size(), q.size()));
  std::vector<Outcome> outcomes;
  for (std::size_t y = 0; y < p.size(); ++y) {
    long double const a = p[y], b = q[y];
    outcomes.push_back({b == 0 ? infinity : std::log(a / b), a, b});
  }
  std::erase_if(outcomes, [](Outcome const& o) { return o.p == 0 && o.q == 0; });
  return FiniteLaw{std::move(outcomes)};
}

namespace {

template <class Of>
double largest_over_pairs(std::vector<std::vector<double>> const& rows, Of of) {
  long double largest = 0;
  for (auto const& p : rows)
    for (auto const& q : rows)
      if (&p != &q) largest = std::max(largest, of(channel_law(p, q)));
  return static_cast<double>(largest);
}

}  // namespace

double channel_delta(std::vector<std::vector<double>> const& rows, double epsilon) {
  return largest_over_pairs(rows, [=](FiniteLaw const& law) { return law.delta(epsilon); });
}

double channel_epsilon(std::vector<std::vector<double>> const& rows, double delta) {
  return largest_over_pairs(rows, [=](FiniteLaw const& law) { return law.epsilon(delta); });
}

}  // namespace warner::mechanisms::privacy
