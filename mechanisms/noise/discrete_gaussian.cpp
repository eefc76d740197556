#include "mechanisms/noise/discrete_gaussian.hpp"

#include "mechanisms/noise/fifty_digits.hpp"
#include "mechanisms/noise/positive.hpp"

namespace warner::mechanisms::noise {
namespace {

constexpr int reach = 127;

Masses masses_at(double deviation) {
  positive("standard_deviation", deviation);
  if (deviation > DiscreteGaussian::largest)
    require(false, refusal("standard_deviation", deviation, "is above 13 (the tails would not fit in a table: use DiscreteGaussianExact)"));
  auto const twice_variance = FiftyDigits{FiftyDigits{deviation} * deviation * 2};
  std::vector<FiftyDigits> weights;
  for (int z = -reach; z <= reach; ++z) weights.emplace_back(exp(FiftyDigits{-FiftyDigits{z} * z / twice_variance}));
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
