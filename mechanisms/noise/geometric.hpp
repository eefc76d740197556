#pragma once

#include <cmath>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/scalar.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The geometric law on 0, 1, 2, ..: Pr[G = k] = (1 - ratio) ratio^k, Pr[G >= k] = ratio^k.
///
/// Sampling:  one word, floor(E / -ln ratio), E ~ Exp(1).
/// Caveat:    E <= 53 ln 2, so nothing beyond 36.8 / -ln ratio is ever drawn.
class Geometric {
 public:
  /// @throws std::invalid_argument when the ratio is not in (0, 1).
  explicit Geometric(double ratio)
      : ratio_{inside_unit("ratio", ratio)}, inverse_rate_{sim::scalar::inverse_rate(ratio)} {}

  double ratio() const { return ratio_; }
  double pmf(double k) const { return std::exp(log_pmf(k)); }
  double log_pmf(double k) const {
    return k < 0 || k != std::floor(k) ? -INFINITY : std::log1p(-ratio_) + k * std::log(ratio_);
  }
  double cdf(double x) const { return x < 0 ? 0 : -std::expm1((std::floor(x) + 1) * std::log(ratio_)); }
  double mean() const { return ratio_ / (1 - ratio_); }
  double variance() const { return ratio_ / ((1 - ratio_) * (1 - ratio_)); }
  double operator()(sim::Stream& stream) const { return sim::geometric_of(stream.word(), inverse_rate_); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    sim::fill_geometric(stream, ratio_, out);
    for (auto& x : out) x += location;
  }

 private:
  double ratio_, inverse_rate_;
};

}  // namespace warner::mechanisms::noise
