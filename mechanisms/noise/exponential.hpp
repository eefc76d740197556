#pragma once

#include <cmath>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/scalar.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The exponential law of the given mean: density e^(-x / mean) / mean on x > 0.
///
/// Sampling:  -mean log(u), u on a grid of 2^52 points: no draw above 36.7 means.
class Exponential {
 public:
  explicit Exponential(double mean) : mean_{positive("mean", mean)} {}

  double pdf(double x) const { return x < 0 ? 0 : std::exp(-x / mean_) / mean_; }
  double cdf(double x) const { return x < 0 ? 0 : -std::expm1(-x / mean_); }
  double mean() const { return mean_; }
  double variance() const { return mean_ * mean_; }
  double operator()(sim::Stream& stream) const { return sim::scalar::exponential(stream.word()) * mean_; }
  void fill(sim::Stream& stream, std::span<double> out) const { sim::fill_exponential(stream, mean_, out); }

 private:
  double mean_;
};

}  // namespace warner::mechanisms::noise
