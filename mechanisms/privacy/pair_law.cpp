#include "mechanisms/privacy/pair_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include <fmt/format.h>

#include "mechanisms/given.hpp"
#include "mechanisms/privacy/lattice_law.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "mechanisms/privacy/renyi.hpp"
#include "mechanisms/privacy/tradeoff.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

double parameter(PairLaw const& law, std::string_view name) {
  for (auto const& [known, value] : law.parameters)
    if (known == name) return value;
  return std::numeric_limits<double>::quiet_NaN();
}

bool has(PairLaw const& law, std::string_view name) { return !std::isnan(parameter(law, name)); }

void only(std::string_view mechanism, Given const& given, std::initializer_list<std::string_view> names) {
  for (auto const& [name, value] : given) {
    std::string known;
    for (auto const& n : names) known += (known.empty() ? "" : ", ") + std::string{n};
    require(std::ranges::find(names, name) != names.end(), fmt::format("{}: {} takes no such parameter (it takes {})", name, mechanism, known));
    require(!std::isnan(value), fmt::format("{}: NaN is no number", name));
  }
}

int whole(char const* symbol, double value) {
  require(value == std::floor(value) && value >= 1 && value <= 1e6, fmt::format("{}: {} is not a whole number in [1, 1e6]", symbol, value));
  return static_cast<int>(value);
}

void make_gaussian(PairLaw& law, double mu) {
  require(mu > 0 && std::isfinite(mu), fmt::format("sigma: sensitivity / sigma = {} is not in (0, inf)", mu));
  law.mu = mu;
  law.delta = [=](double e) { return gaussian_delta(mu, e); };
  law.epsilon = [=](double d) { return d == 0 ? std::numeric_limits<double>::infinity() : epsilon_at([=](double e) { return gaussian_delta(mu, e); }, d); };
  law.beta = [=](double alpha) { return gaussian_tradeoff(mu, alpha); };
  law.renyi = [=](double order) { return gaussian_renyi(mu, order); };
  law.losses = [=] { return std::vector{gaussian_loss(mu)}; };
}

void make_laplace(PairLaw& law, double shift) {
  law.delta = [=](double e) { return laplace_delta(shift, e); };
  law.epsilon = [=](double d) { return std::max(0.0, shift + 2 * std::log1p(-d)); };
  law.beta = [=](double alpha) { return laplace_tradeoff(shift, alpha); };
  law.renyi = [=](double order) { return laplace_renyi(shift, order); };
  law.losses = [=] { return std::vector{laplace_loss(shift)}; };
}

void make_lattice(PairLaw& law, LatticeLaw const& lattice, bool symmetric) {
  std::vector<FiniteLaw> ways{lattice.law()};
  if (!symmetric) ways.push_back(lattice.swapped().law());
  auto const largest = [ways](auto of) {
    return [ways, of](double x) {
      long double most = 0;
      for (auto const& way : ways) most = std::max(most, of(way, x));
      return static_cast<double>(most);
    };
  };
  law.delta = largest([](FiniteLaw const& way, double e) { return way.delta(e); });
  law.epsilon = largest([](FiniteLaw const& way, double d) { return way.epsilon(d); });
  law.renyi = largest([](FiniteLaw const& way, double order) { return way.renyi(order); });
  law.beta = [ways](double alpha) { return static_cast<double>(ways.front().beta(alpha)); };
  law.losses = [ways, unit = static_cast<double>(lattice.unit)] {
    std::vector<LossLaw> losses;
    for (auto const& way : ways) losses.push_back(finite_loss(way, unit));
    return losses;
  };
}

/// Poisson subsampling of a pair that is its own mirror image [BBG18].
void make_subsampled(PairLaw& law, double q, std::function<double(double)> const& profile, LossLaw const& base) {
  require(q > 0 && q <= 1, fmt::format("q: {} is not in (0, 1]", q));
  law.delta = [=](double e) {
    auto const removed = q * profile(std::log1p(std::expm1(e) / q));
    auto const a = 1 - (1 - q) * std::exp(e);
    return std::max(removed, a <= 0 ? 0 : a * profile(std::log(q) + e - std::log(a)));
  };
  law.epsilon = [delta = law.delta](double d) { return d == 0 ? std::numeric_limits<double>::infinity() : epsilon_at(delta, d); };
  law.losses = [=] { return std::vector{subsampled_loss(base, q, true), subsampled_loss(base, q, false)}; };
}

/// Mechanisms that the registry need not know.
bool beside_the_registry(PairLaw& law, Given const& given) {
  auto const sensitivity = value_or(given, "sensitivity", 1);
  auto const sigma = value_or(given, "sigma", 1), q = value_or(given, "q", 0.01);
  if (law.name == "gaussian") {
    only(law.name, given, {"sigma", "sensitivity"});
    law.parameters = {{"sigma", sigma}, {"sensitivity", sensitivity}};
    make_gaussian(law, sensitivity / sigma);
  } else if (law.name == "discrete-gaussian") {
    only(law.name, given, {"sigma2", "sigma", "sensitivity"});
    auto const sigma2 = value_or(given, "sigma2", sigma * sigma);
    law.parameters = {{"sigma2", sigma2}, {"sensitivity", sensitivity}};
    auto const shift = whole("sensitivity", sensitivity);
    make_lattice(law, discrete_gaussian_law(sigma2, shift), true);
    law.renyi = [=](double order) { return discrete_gaussian_renyi(sigma2, shift, order); };
  } else if (law.name == "staircase") {
    only(law.name, given, {"epsilon", "gamma"});
    auto const epsilon = value_or(given, "epsilon", 1), gamma = value_or(given, "gamma", 1 / (1 + std::exp(epsilon / 2)));
    law.parameters = {{"epsilon", epsilon}, {"gamma", gamma}};
    make_lattice(law, staircase_law(epsilon, gamma), true);
  } else if (law.name == "subsampled-gaussian") {
    only(law.name, given, {"q", "sigma", "sensitivity"});
    law.parameters = {{"q", q}, {"sigma", sigma}, {"sensitivity", sensitivity}};
    auto const mu = sensitivity / sigma;
    make_subsampled(law, q, [=](double e) { return gaussian_delta(mu, e); }, gaussian_loss(mu));
    law.renyi = [=](double order) { return subsampled_gaussian_renyi(q, mu, order); };
  } else if (law.name == "subsampled-laplace") {
    only(law.name, given, {"q", "epsilon", "scale", "sensitivity"});
    auto const shift = given.contains("scale") ? sensitivity / value_or(given, "scale", 1) : value_or(given, "epsilon", 1);
    law.parameters = {{"q", q}, {"epsilon", shift}, {"sensitivity", sensitivity}};
    make_subsampled(law, q, [=](double e) { return laplace_delta(shift, e); }, laplace_loss(shift));
    law.epsilon = [delta = law.delta](double d) { return epsilon_at(delta, d); };
  } else {
    return false;
  }
  return true;
}

/// Of the mechanism itself: its exact epsilon, inverted where delta is asked.
void by_exact_epsilon(PairLaw& law, Instance const& instance) {
  auto const exact = [instance](double delta) { return instance.mechanism.exact_epsilon(instance.pairs.front(), delta); };
  auto const known = exact(0.5);
  require(known.has_value(), fmt::format("mechanism: the exact privacy of {} is not known (open)", law.name));
  law.epsilon = [exact](double delta) { return exact(delta).value(); };
  law.delta = [exact](double epsilon) {
    if (exact(0).value() <= epsilon) return 0.0;
    double low = 0, high = 1;  // exact(low) > epsilon >= exact(high)
    while (high - low > 1e-15 * high) {
      auto const middle = low == 0 && high > 1e-300 ? (high > 1e-3 ? high / 2 : high * high) : low + (high - low) / 2;
      if (middle <= low || middle >= high) break;
      (exact(middle).value() > epsilon ? low : high) = middle;
    }
    return high;
  };
}

}  // namespace

PairLaw pair_law(std::string_view name, Given const& given) {
  PairLaw law;
  law.name = name;
  if (beside_the_registry(law, given)) return law;
  auto const& entry = find(name);
  auto const instance = make(entry, given);
  law.name = entry.name;
  law.parameters = instance.parameters;
  auto const of = [&](std::string_view key) { return parameter(law, key); };
  if (law.name == "laplace") make_laplace(law, given.contains("scale") ? of("sensitivity") / of("scale") : of("epsilon"));
  else if (law.name == "gaussian-analytic" || law.name == "gaussian-classic") make_gaussian(law, of("sensitivity") / of("sigma"));
  else if (law.name == "discrete-laplace") {
    auto const shift = whole("sensitivity", of("sensitivity"));
    make_lattice(law, discrete_laplace_law(given.contains("ratio") ? -std::log(static_cast<long double>(of("ratio"))) : of("epsilon") / static_cast<long double>(shift), shift), true);
  } else if (law.name == "randomised-response" || law.name == "randomised-response-gamma") {
    auto const p = has(law, "p") ? static_cast<long double>(of("p")) : 1 / (1 + std::exp(-static_cast<long double>(of("epsilon"))));
    if (given.contains("epsilon")) make_lattice(law, k_ary_law(of("epsilon"), 2), true);
    else make_lattice(law, binary_law(p, 1 - p), true);
  } else if (law.name == "randomised-response-asymmetric") make_lattice(law, binary_law(of("p"), 1 - static_cast<long double>(of("q"))), false);
  else if (law.name == "k-ary-randomised-response") make_lattice(law, k_ary_law(of("epsilon"), whole("k", of("k"))), true);
  else by_exact_epsilon(law, instance);
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

/// Both directions where any item has two, at once; Gaussians are one Gaussian.
template <class Compose>
Bounds larger_direction(std::vector<Repeated> const& items, Compose compose) {
  std::vector<Releases> ways[2];
  auto two = false;
  if (auto const mu = gaussian_total(items); mu > 0)
    for (auto& way : ways) way.push_back({gaussian_loss(mu, 37), 1});
  for (auto const& item : items) {
    if (item.law.mu) continue;
    require(item.law.losses != nullptr, fmt::format("mechanism: {} does not compose here (its privacy loss distribution is not known)", item.law.name));
    auto const losses = item.law.losses();
    two = two || losses.size() == 2;
    ways[0].push_back({losses.front(), item.count});
    ways[1].push_back({losses.back(), item.count});
  }
  if (!two) return compose(ways[0]);
  Bounds other;
  std::exception_ptr failed;
  std::thread beside{[&] {
    try {
      other = compose(ways[1]);
    } catch (...) {
      failed = std::current_exception();
    }
  }};
  Bounds one;
  try {
    one = compose(ways[0]);
  } catch (...) {
    beside.join();
    throw;
  }
  beside.join();
  if (failed) std::rethrow_exception(failed);
  return {std::max(one.lower, other.lower), std::max(one.upper, other.upper)};
}

Bounds rounded(double value, double relative) {
  return {value * (1 - relative), value * (1 + relative)};
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
  if (items.size() == 1 && items.front().count == 1 && items.front().law.delta) {
    auto const bounds = rounded(items.front().law.delta(epsilon), 1e-11);
    return {bounds.lower, std::min(1.0, bounds.upper)};
  }
  return larger_direction(items, [=](std::vector<Releases> const& way) { return composed_delta(way, epsilon, 2e-3); });
}

Bounds compose_epsilon(std::vector<Repeated> const& items, double delta) {
  require_items(items);
  require(delta > 0 && delta < 1, fmt::format("delta: {} is not in (0, 1)", delta));
  if (all_gaussian(items)) {
    auto const mu = gaussian_total(items);
    return rounded(epsilon_at([=](double e) { return gaussian_delta(mu, e); }, delta), 1e-11);
  }
  if (items.size() == 1 && items.front().count == 1 && items.front().law.epsilon) return rounded(items.front().law.epsilon(delta), 1e-11);
  return larger_direction(items, [=](std::vector<Releases> const& way) { return composed_epsilon(way, delta); });
}

}  // namespace warner::mechanisms::privacy
