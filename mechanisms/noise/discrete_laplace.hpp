#pragma once

#include <cmath>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/scalar.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The two-sided geometric law on the integers [GRS12]: Pr[Z = z] = (1 - q) / (1 + q) q^|z|, q the ratio.
///
/// Sampling:  one word. Its top bit is the sign; its low 52 bits give E ~ Exp(1), and |Z| = max(0, floor(E / -ln q +
///            shift)), where the shift makes Pr[|Z| >= k] = 2 q^k / (1 + q) for every k >= 1.
/// Caveat:    E <= 53 ln 2, so |Z| beyond about 36.8 / -ln q is never drawn, and masses are right to 2^-52.
class DiscreteLaplace {
 public:
  /// @throws std::invalid_argument when the ratio is not in (0, 1).
  explicit DiscreteLaplace(double ratio)
      : ratio_{inside_unit("ratio", ratio)},
        inverse_rate_{sim::scalar::inverse_rate(ratio)},
        shift_{sim::scalar::two_sided_shift(ratio, inverse_rate_)} {}

  double ratio() const { return ratio_; }
  double pmf(double z) const { return std::exp(log_pmf(z)); }
  double log_pmf(double z) const {
    return z != std::floor(z) ? -INFINITY : std::log((1 - ratio_) / (1 + ratio_)) + std::fabs(z) * std::log(ratio_);
  }
  double cdf(double x) const {
    auto const z = std::floor(x);
    return z < 0 ? std::pow(ratio_, -z) / (1 + ratio_) : 1 - std::pow(ratio_, z + 1) / (1 + ratio_);
  }
  double mean() const { return 0; }
  double variance() const { return 2 * ratio_ / ((1 - ratio_) * (1 - ratio_)); }
  double operator()(sim::Stream& stream) const {
    return sim::two_sided_geometric_of(stream.word(), 0, inverse_rate_, shift_);
  }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    sim::fill_two_sided_geometric(stream, location, ratio_, out);
  }

 private:
  double ratio_, inverse_rate_, shift_;
};

}  // namespace warner::mechanisms::noise
