#pragma once

#include <cmath>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The exponential law of the given mean: density e^(-x / mean) / mean on x >= 0.
///
/// Sampling:  one word, -mean log(u), u on a grid of 2^52 points: no draw above 36.8 means.
class Exponential {
 public:
  /// @throws std::invalid_argument when the mean is not positive and finite.
  explicit Exponential(double mean) : mean_{positive("mean", mean)} {}

  double pdf(double x) const { return std::exp(log_pdf(x)); }
  double log_pdf(double x) const { return x < 0 ? -INFINITY : -x / mean_ - std::log(mean_); }
  double cdf(double x) const { return x < 0 ? 0 : -std::expm1(-x / mean_); }
  double mean() const { return mean_; }
  double variance() const { return mean_ * mean_; }
  double operator()(sim::Stream& stream) const { return sim::exponential_of(stream.word()) * mean_; }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    sim::fill_exponential(stream, mean_, out);
    for (auto& x : out) x += location;
  }

 private:
  double mean_;
};

}  // namespace warner::mechanisms::noise
