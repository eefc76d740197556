#include "mechanisms/noise/poisson_binomial.hpp"

#include <string>

#include "mechanisms/noise/fifty_digits.hpp"
#include "mechanisms/noise/positive.hpp"

namespace warner::mechanisms::noise {
namespace {

/// One coin after the other: the mass at k is that of k ones and a 0, or of k - 1 ones and a 1.
Masses masses_of_sum(std::span<double const> probabilities) {
  require(probabilities.size() <= 255,
          "probabilities: " + std::to_string(probabilities.size()) + " of them (a table has room for 255 coins)");
  std::vector<FiftyDigits> mass{FiftyDigits{1}};
  for (auto const probability : probabilities) {
    FiftyDigits const one = probability_of("probabilities", probability), zero = 1 - one;
    mass.emplace_back(0);
    for (auto k = mass.size() - 1; k > 0; --k) mass[k] = mass[k] * zero + mass[k - 1] * one;
    mass[0] *= zero;
  }
  return masses_of(0, mass);
}

}  // namespace

PoissonBinomial::PoissonBinomial(std::span<double const> probabilities) : law_{masses_of_sum(probabilities)} {}

}  // namespace warner::mechanisms::noise
