#pragma once

#include <cmath>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/scalar.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The geometric law on 0, 1, 2, ..: Pr[G = k] = (1 - ratio) ratio^k, Pr[G >= k] = ratio^k.
class Geometric {
 public:
  explicit Geometric(double ratio) : ratio_{inside_unit("ratio", ratio)}, inverse_rate_{-1 / std::log(ratio)} {}

  double ratio() const { return ratio_; }
  double pmf(double k) const { return k < 0 || k != std::floor(k) ? 0 : (1 - ratio_) * std::pow(ratio_, k); }
  double cdf(double x) const { return x < 0 ? 0 : 1 - std::pow(ratio_, std::floor(x) + 1); }
  double mean() const { return ratio_ / (1 - ratio_); }
  double variance() const { return ratio_ / ((1 - ratio_) * (1 - ratio_)); }
  double operator()(sim::Stream& stream) const { return sim::scalar::geometric(stream.word(), inverse_rate_); }
  void fill(sim::Stream& stream, std::span<double> out) const { sim::fill_geometric(stream, ratio_, out); }

 private:
  double ratio_, inverse_rate_;
};

}  // namespace warner::mechanisms::noise
