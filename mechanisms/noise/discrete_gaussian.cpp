#include "mechanisms/noise/discrete_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mechanisms/noise/fifty_digits.hpp"
#include "mechanisms/noise/positive.hpp"

namespace warner::mechanisms::noise {
namespace {

/// How far the table goes: what lies beyond is less than 2^-64.
int reach_of(double deviation) { return std::max(127, static_cast<int>(std::ceil(9.8 * deviation))); }

Masses masses_at(double deviation) {
  positive("standard_deviation", deviation);
  if (deviation > DiscreteGaussian::largest)
    require(false, refusal("standard_deviation", deviation,
                           "is above 10,000 (the table would not fit in a cache: use DiscreteGaussianExact)"));
  auto const reach = reach_of(deviation);
  // Neighbouring weights have ratios that fall by one factor from step to step: two products a weight, which round in
  // the fiftieth digit.
  auto const twice_variance = FiftyDigits{FiftyDigits{deviation} * deviation * 2};
  FiftyDigits const factor = exp(FiftyDigits{-2 / twice_variance});
  FiftyDigits ratio = exp(FiftyDigits{-1 / twice_variance}), weight = 1;
  std::vector<FiftyDigits> weights(2 * static_cast<std::size_t>(reach) + 1, weight);
  for (std::size_t z = 1; z <= static_cast<std::size_t>(reach); ++z) {
    weight *= ratio;
    ratio *= factor;
    weights[static_cast<std::size_t>(reach) - z] = weights[static_cast<std::size_t>(reach) + z] = weight;
  }
  return masses_of(-reach, weights);
}

}  // namespace

DiscreteGaussian::DiscreteGaussian(double standard_deviation)
    : deviation_{standard_deviation}, law_{masses_at(standard_deviation)}, log_normaliser_{-std::log(law_.pmf(0))} {}

double DiscreteGaussian::log_pmf(double z) const {
  return z != std::floor(z) ? -INFINITY : -z * z / (2 * deviation_ * deviation_) - log_normaliser_;
}

double DiscreteGaussian::pmf(double z) const { return std::exp(log_pmf(z)); }

}  // namespace warner::mechanisms::noise
