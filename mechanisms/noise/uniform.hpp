#pragma once

#include <cmath>
#include <span>

#include "sim/scalar.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The uniform law on (0, 1).
///
/// Sampling:  one word, on the 2^52 points (k + 1/2) / 2^52: never 0, never 1, symmetric about 1/2.
class Uniform {
 public:
  double pdf(double x) const { return x > 0 && x < 1 ? 1 : 0; }
  double log_pdf(double x) const { return x > 0 && x < 1 ? 0 : -INFINITY; }
  double cdf(double x) const { return x <= 0 ? 0 : x >= 1 ? 1 : x; }
  double mean() const { return 0.5; }
  double variance() const { return 1.0 / 12; }
  double operator()(sim::Stream& stream) const { return sim::scalar::unit_open(stream.word()); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    sim::fill_uniform(stream, out);
    for (auto& x : out) x += location;
  }
};

}  // namespace warner::mechanisms::noise
