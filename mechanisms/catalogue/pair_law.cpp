#include "mechanisms/catalogue/pair_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include <fmt/format.h>

#include "mechanisms/contract/parameters.hpp"
#include "mechanisms/privacy/composition.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "mechanisms/privacy/renyi.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

/// Keeps the name and the parameters.
void answer(PairLaw& law, PairPrivacy pair) { static_cast<PairPrivacy&>(law) = std::move(pair); }

/// The worst pair of a claim: randomised response, and with probability delta the truth in the open [KOV15].
PairPrivacy claim_pair(Claim const& claim) {
  auto const law = optimal_composition_law({&claim, 1}).value();
  auto pair = finite_pair(law);
  pair.losses = [law, unit = claim.epsilon] { return std::vector{finite_loss(law, unit > 0 ? 2 * unit : 0)}; };
  return pair;
}

/// Pairs that no mechanism of the registry has.
bool beside_the_registry(PairLaw& law, ParameterValues const& asked) {
  if (law.name == "subsampled-laplace") {
    std::vector<Parameter> const takes{
        {"q", 0.01, "rate"}, {"epsilon", 1, "shift"}, {"scale", {}, "of the noise"}, {"sensitivity", 1, "of the sum"}};
    Arguments values{law.name, takes, asked};
    auto const q = values["q"], sensitivity = values["sensitivity"];
    auto const shift = values.has("scale") ? sensitivity / values["scale"] : values["epsilon"];
    law.parameters = {{"q", q}, {"epsilon", shift}, {"sensitivity", sensitivity}};
    answer(law, subsampled_pair(laplace_pair(shift), laplace_loss(shift), q));
  } else if (law.name == "approximate-dp") {
    std::vector<Parameter> const takes{{"epsilon", 1, "of the claim"}, {"delta", 0, "of the claim"}};
    Arguments const values{law.name, takes, asked};
    law.parameters = values.resolved();
    answer(law, claim_pair({values["epsilon"], values["delta"]}));
  } else {
    return false;
  }
  return true;
}

}  // namespace

PairLaw pair_law(std::string_view name, ParameterValues const& values) {
  PairLaw law;
  law.name = name;
  if (beside_the_registry(law, values)) return law;
  auto const& entry = find(name);
  auto const instance = make(entry, values);
  law.name = entry.name;
  law.parameters = instance.parameters;
  auto pair = instance.mechanism.privacy(instance.pairs.front());
  require(pair.has_value(), fmt::format("mechanism: the exact privacy of {} is not known (open)", law.name));
  answer(law, std::move(*pair));
  return law;
}

namespace {

double gaussian_total(std::vector<Repeated> const& items) {
  double square = 0;
  for (auto const& item : items)
    if (item.law.mu) square += item.count * *item.law.mu * *item.law.mu;
  return std::sqrt(square);
}

bool all_gaussian(std::vector<Repeated> const& items) {
  return std::ranges::all_of(items, [](Repeated const& item) { return item.law.mu.has_value(); });
}

Bounds larger(Bounds const& one, Bounds const& other) {
  return {std::max(one.lower, other.lower), std::max(one.upper, other.upper)};
}

std::vector<double> larger(std::vector<double> one, std::vector<double> const& other) {
  for (std::size_t i = 0; i < one.size(); ++i) one[i] = std::max(one[i], other[i]);
  return one;
}

/// Both directions where any item has two, at once; Gaussians are one Gaussian.
template <class Compose>
auto larger_direction(std::vector<Repeated> const& items, Compose compose) {
  std::vector<Releases> ways[2];
  auto two = false;
  if (auto const mu = gaussian_total(items); mu > 0)
    for (auto& way : ways) way.push_back({gaussian_loss(mu, 37), 1});
  for (auto const& item : items) {
    if (item.law.mu) continue;
    require(
        item.law.losses != nullptr,
        fmt::format("mechanism: {} does not compose here (its privacy loss distribution is not known)", item.law.name));
    auto const losses = item.law.losses();
    two = two || losses.size() == 2;
    ways[0].push_back({losses.front(), item.count});
    ways[1].push_back({losses.back(), item.count});
  }
  if (!two) return compose(ways[0]);
  decltype(compose(ways[0])) one, other;
  std::exception_ptr failed;
  std::thread beside{[&] {
    try {
      other = compose(ways[1]);
    } catch (...) {
      failed = std::current_exception();
    }
  }};
  try {
    one = compose(ways[0]);
  } catch (...) {
    beside.join();
    throw;
  }
  beside.join();
  if (failed) std::rethrow_exception(failed);
  return larger(one, other);
}

Bounds rounded(double value, double relative) { return {value * (1 - relative), value * (1 + relative)}; }

constexpr double relative_error = 1e-11, loss_error = 1e-11, quadrature_error = 1e-12;

bool one_release(std::vector<Repeated> const& items) { return items.size() == 1 && items.front().count == 1; }

/// The error of a value of the profile: nothing, or what a quadrature leaves, where there is no law of losses.
double absolute_error(PairLaw const& law) { return law.losses ? 0 : quadrature_error; }

/// A loss is known to about 1e-11 (1 + loss) of itself, and just below the largest one a profile is all but vertical:
/// an error of a loss is one of epsilon, and below 0 at most as much of delta.
Bounds one_delta(PairLaw const& law, double epsilon) {
  auto const slack = loss_error * (1 + epsilon), error = absolute_error(law);
  auto const lower = law.delta(epsilon + slack), upper = law.delta(std::max(0.0, epsilon - slack));
  return {std::max(0.0, lower * (1 - relative_error) - error),
          std::min(1.0, upper * (1 + relative_error) + error + (epsilon < slack ? slack : 0))};
}

Bounds one_epsilon(PairLaw const& law, double delta) {
  auto const error = absolute_error(law);
  auto const lower = law.epsilon(std::min(1.0, delta * (1 + relative_error) + error)),
             upper = law.epsilon(std::max(0.0, delta * (1 - relative_error) - error));
  require(!std::isnan(lower) && !std::isnan(upper),
          fmt::format("mechanism: epsilon of {} at delta = {} is not known (open)", law.name, delta));
  return {std::max(0.0, lower - loss_error * (1 + lower)), upper + loss_error * (1 + upper)};
}

void require_items(std::vector<Repeated> const& items) { require(!items.empty(), "compose: nothing to compose"); }

}  // namespace

Bounds compose_delta(std::vector<Repeated> const& items, double epsilon) {
  require_items(items);
  require(epsilon >= 0 && std::isfinite(epsilon), fmt::format("epsilon: {} is not in [0, inf)", epsilon));
  if (all_gaussian(items)) {
    auto const bounds = rounded(gaussian_delta(gaussian_total(items), epsilon), 1e-11);
    return {bounds.lower, std::min(1.0, bounds.upper)};
  }
  if (one_release(items) && items.front().law.delta) return one_delta(items.front().law, epsilon);
  return larger_direction(items, [=](std::vector<Releases> const& way) { return composed_delta(way, epsilon, 2e-3); });
}

std::vector<double> compose_delta_upper(std::vector<Repeated> const& items, std::span<double const> epsilons) {
  require_items(items);
  if (!all_gaussian(items) && !(one_release(items) && items.front().law.delta))
    return larger_direction(items,
                            [=](std::vector<Releases> const& way) { return composed_delta_upper(way, epsilons); });
  std::vector<double> upper;
  for (auto const epsilon : epsilons) upper.push_back(compose_delta(items, epsilon).upper);
  return upper;
}

Bounds compose_epsilon(std::vector<Repeated> const& items, double delta, double gap) {
  require_items(items);
  require(delta > 0 && delta < 1, fmt::format("delta: {} is not in (0, 1)", delta));
  if (all_gaussian(items)) {
    auto const mu = gaussian_total(items);
    return rounded(epsilon_at([=](double e) { return gaussian_delta(mu, e); }, delta), 1e-11);
  }
  if (one_release(items) && items.front().law.epsilon) return one_epsilon(items.front().law, delta);
  return larger_direction(items, [=](std::vector<Releases> const& way) { return composed_epsilon(way, delta, gap); });
}

}  // namespace warner::mechanisms::privacy
