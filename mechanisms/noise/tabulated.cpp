#include "mechanisms/noise/tabulated.hpp"

#include <string>

#include "mechanisms/noise/fifty_digits.hpp"
#include "mechanisms/noise/positive.hpp"

namespace warner::mechanisms::noise {
namespace {

Masses checked(double first, std::span<double const> weights) {
  if (!(std::fabs(first) < 0x1p52 && first == std::floor(first)))
    require(false, refusal("first", first, "is no integer below 2^52"));
  require(!weights.empty() && weights.size() <= 256,
          "weights: " + std::to_string(weights.size()) + " of them (1 to 256 fit in a table)");
  std::vector<FiftyDigits> precise;
  bool any = false;
  for (auto const weight : weights) {
    if (!(weight >= 0 && std::isfinite(weight)))
      require(false, refusal("weights", weight, "is negative or not finite"));
    any = any || weight > 0;
    precise.emplace_back(weight);
  }
  require(any, "weights: all are 0 (some integer must be drawn)");
  return masses_of(first, precise);
}

}  // namespace

Tabulated::Tabulated(double first, std::span<double const> weights) : Tabulated{checked(first, weights)} {}

double Tabulated::pmf(double x) const {
  if (!(x >= first() && x <= last()) || x != std::floor(x)) return 0;
  return masses_.at[static_cast<std::size_t>(x - first())];
}

double Tabulated::cdf(double x) const {
  if (!(x >= first())) return 0;
  if (x >= last()) return 1;
  return masses_.below[static_cast<std::size_t>(std::floor(x) - first()) + 1];
}

}  // namespace warner::mechanisms::noise
