#pragma once

#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/scalar.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The uniform law on (0, 1), on the 2^52 points (k + 1/2) / 2^52.
class Uniform {
 public:
  double pdf(double x) const { return x > 0 && x < 1 ? 1 : 0; }
  double cdf(double x) const { return x <= 0 ? 0 : x >= 1 ? 1 : x; }
  double mean() const { return 0.5; }
  double variance() const { return 1.0 / 12; }
  double operator()(sim::Stream& stream) const { return sim::scalar::unit_open(stream.word()); }
  void fill(sim::Stream& stream, std::span<double> out) const { sim::fill_uniform(stream, out); }
};

}  // namespace warner::mechanisms::noise
