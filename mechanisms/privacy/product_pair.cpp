#include "mechanisms/privacy/product_pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::privacy {
namespace {

constexpr std::size_t most_outcomes = 200'000;

/// Outcomes in the order of their losses, those that agree as one.
std::vector<Outcome> merged(std::vector<Outcome> outcomes) {
  std::erase_if(outcomes, [](Outcome const& o) { return o.p == 0 && o.q == 0 && !std::isfinite(o.loss); });
  std::ranges::sort(outcomes, {}, &Outcome::loss);
  std::vector<Outcome> few;
  for (auto const& o : outcomes) {
    auto const alike =
        !few.empty() && (o.loss == few.back().loss ||
                         (std::isfinite(o.loss) && o.loss - few.back().loss <= 1e-12L * (1 + std::fabs(o.loss))));
    if (!alike) few.push_back(o);
    else few.back().p += o.p, few.back().q += o.q;
  }
  return few;
}

std::optional<FiniteLaw> convolved(FiniteLaw const& one, FiniteLaw const& other) {
  if (one.outcomes().size() * other.outcomes().size() > 20 * most_outcomes) return std::nullopt;
  std::vector<Outcome> both;
  for (auto const& a : one.outcomes())
    for (auto const& b : other.outcomes()) both.push_back({a.loss + b.loss, a.p * b.p, a.q * b.q});
  both = merged(std::move(both));
  if (both.size() > most_outcomes) return std::nullopt;
  return FiniteLaw{std::move(both)};
}

FiniteLaw swapped(FiniteLaw const& law) {
  std::vector<Outcome> back;
  for (auto const& o : law.outcomes()) back.push_back({-o.loss, o.q, o.p});
  return FiniteLaw{std::move(back)};
}

bool spends_nothing(PairPrivacy const& pair) { return pair.epsilon && pair.epsilon(0) == 0; }

/// Only what delta = 0 costs.
PairPrivacy pure_alone(double epsilon) {
  PairPrivacy pair;
  pair.epsilon = [=](double delta) { return delta == 0 ? epsilon : std::numeric_limits<double>::quiet_NaN(); };
  return pair;
}

}  // namespace

bool mirrors(PairPrivacy const& pair) {
  return pair.mu || !pair.shifts.empty() || spends_nothing(pair) || (pair.losses && pair.losses().size() == 1);
}

std::optional<FiniteLaw> finite_law_of(PairPrivacy const& pair) {
  if (!pair.losses) return std::nullopt;
  auto const loss = pair.losses().front();
  if (loss.density) return std::nullopt;
  return FiniteLaw{loss.atoms};
}

double delta_at_any(PairPrivacy const& pair, double epsilon) {
  if (epsilon >= 0) return pair.delta(epsilon);
  return -std::expm1(epsilon) + std::exp(epsilon) * pair.delta(-epsilon);
}

std::optional<PairPrivacy> mixed_pair(std::vector<Outcome> const& first, std::span<PairPrivacy const> releases) {
  std::vector<PairPrivacy> const then(releases.begin(), releases.end());
  if (then.size() != first.size() ||
      !std::ranges::all_of(then, [](PairPrivacy const& pair) { return pair.delta && mirrors(pair); }))
    return std::nullopt;
  auto pure = 0.0;
  for (std::size_t i = 0; i < then.size(); ++i) {
    auto const& o = first[i];
    auto const loss = static_cast<double>(std::fabs(o.loss)) + then[i].epsilon(0);
    if (!(loss <= pure)) pure = loss;
    if (std::isnan(loss)) break;  // not known of one, not known at all
  }
  auto const way = [=](double epsilon, bool back) {
    long double sum = 0;
    for (std::size_t i = 0; i < then.size(); ++i) {
      auto const& o = first[i];
      auto const mass = back ? o.q : o.p;
      if (mass > 0)
        sum += mass *
               static_cast<long double>(delta_at_any(then[i], epsilon - static_cast<double>(back ? -o.loss : o.loss)));
    }
    return static_cast<double>(sum);
  };
  return profile_pair([=](double epsilon) { return std::max(way(epsilon, false), way(epsilon, true)); }, pure);
}

std::optional<PairPrivacy> product_pair(std::span<PairPrivacy const> pairs) {
  std::optional<FiniteLaw> finite;
  std::vector<double> shifts;
  std::vector<PairPrivacy> others;
  double mu_squared = 0;
  for (auto const& pair : pairs) {
    if (!pair.epsilon) return std::nullopt;
    if (spends_nothing(pair)) continue;
    if (pair.mu) mu_squared += *pair.mu * *pair.mu;
    else if (!pair.shifts.empty()) shifts.insert(shifts.end(), pair.shifts.begin(), pair.shifts.end());
    else if (auto const law = finite_law_of(pair)) {
      if (!finite) finite = law;
      else if (auto const both = convolved(*finite, *law)) finite = both;
      else return std::nullopt;
    } else others.push_back(pair);
  }
  if (mu_squared > 0) others.push_back(gaussian_pair(std::sqrt(mu_squared)));
  if (!shifts.empty()) others.push_back(laplace_pair(shifts));
  if (others.empty()) return finite ? finite_pair(*finite) : equal_pair();
  if (!finite && others.size() == 1) return others.front();
  if (finite && others.size() == 1 && others.front().delta && mirrors(others.front())) {
    std::vector<PairPrivacy> const then(finite->outcomes().size(), others.front());
    auto product = mixed_pair(finite->outcomes(), then);
    if (product && others.front().renyi)
      product->renyi = [there = *finite, back = swapped(*finite), other = others.front().renyi](double order) {
        return static_cast<double>(std::max(there.renyi(order), back.renyi(order))) + other(order);
      };
    return product;
  }
  if (std::ranges::count_if(others, [](PairPrivacy const& pair) { return !mirrors(pair); }) + (finite ? 1 : 0) > 1)
    return std::nullopt;
  double pure = finite ? finite_pair(*finite).epsilon(0) : 0;
  for (auto const& pair : others) pure += pair.epsilon(0);
  return pure_alone(pure);
}

}  // namespace warner::mechanisms::privacy
