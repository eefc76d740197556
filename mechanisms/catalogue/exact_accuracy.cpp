#include "mechanisms/catalogue/exact_accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "mechanisms/noise/discrete_gaussian.hpp"
#include "mechanisms/noise/discrete_laplace.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "sim/bisection.hpp"

namespace warner::mechanisms {
namespace {

double named(Parameters const& parameters, std::string_view name) {
  return std::ranges::find(parameters, name, [](auto const& parameter) -> std::string_view { return parameter.first; })
      ->second;
}

/// Independent noise of one symmetric law in every column.
template <class Within>
void add_noise(ExactAccuracy& accuracy, double variance, Within within) {
  auto const columns = static_cast<double>(accuracy.truth.size());
  accuracy.bias = 0;
  accuracy.variance = variance;
  accuracy.within = [=](double x) { return x < 0 ? 0.0 : std::pow(within(x), columns); };
}

void add_laplace(ExactAccuracy& accuracy, double scale) {
  add_noise(accuracy, noise::Laplace{scale}.variance(), [=](double x) { return -std::expm1(-x / scale); });
}

void add_gaussian(ExactAccuracy& accuracy, double sigma) {
  add_noise(accuracy, sigma * sigma, [=](double x) { return std::erf(x / (sigma * std::sqrt(2.0))); });
}

/// Of a law on the integers.
template <class Law>
auto within_integers(Law law) {
  return [=](double x) { return law.cdf(std::floor(x)) - law.cdf(-std::floor(x) - 1); };
}

}  // namespace

std::optional<double> ExactAccuracy::quantile(double share) const {
  if (!within) return std::nullopt;
  auto const reached = [&](double x) { return within(x) >= share; };
  if (reached(0)) return 0;
  double high = 1;
  while (!reached(high) && high < 1e300) high *= 2;
  return sim::bisected({0, high}, reached, {.relative = 1e-15, .steps = 2000}).high;
}

std::optional<ExactAccuracy> exact_accuracy(std::string_view name, Parameters const& parameters,
                                            Dataset const& dataset) {
  using Names = std::initializer_list<std::string_view>;
  Names const laplace{"laplace", "laplace-vector"}, gaussian{"gaussian", "gaussian-classic", "gaussian-analytic"},
      unknown_law{"staircase", "snapping", "truncated-laplace", "clamped-geometric", "truncated-geometric"};
  auto const is_in = [name](Names names) { return std::ranges::find(names, name) != names.end(); };
  auto const of = [&](std::string_view parameter) { return named(parameters, parameter); };
  ExactAccuracy accuracy{dataset};
  if (is_in(laplace)) {
    add_laplace(accuracy, of("scale"));
  } else if (name == "broken/laplace-half-scale" || name == "broken/laplace-wrong-scale") {
    auto const factor = name == "broken/laplace-half-scale" ? 0.5 : of("factor");
    add_laplace(accuracy, factor * of("sensitivity") / of("epsilon"));
  } else if (is_in(gaussian)) {
    add_gaussian(accuracy, of("sigma"));
  } else if (name == "discrete-laplace") {
    noise::DiscreteLaplace const law{of("ratio")};
    add_noise(accuracy, law.variance(), within_integers(law));
  } else if (name == "discrete-gaussian" && of("sigma2") <= 1e4) {
    noise::DiscreteGaussian const law{std::sqrt(of("sigma2"))};
    add_noise(accuracy, law.variance(), within_integers(law));
  } else if (name == "uniform-noise") {
    auto const w = of("half_width");
    add_noise(accuracy, w * w / 3, [=](double x) { return std::min(1.0, x / w); });
  } else if (!is_in(unknown_law)) {
    return std::nullopt;
  }
  return accuracy;
}

}  // namespace warner::mechanisms
