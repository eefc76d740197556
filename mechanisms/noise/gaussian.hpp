#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The Gaussian law N(0, standard_deviation^2).
///
/// Sampling:  Box and Muller [BM58], two words for two draws, with our own logarithm, sine and cosine. No draw exceeds
///            8.6 standard deviations.
class Gaussian {
 public:
  /// @throws std::invalid_argument when the standard deviation is not positive and finite.
  explicit Gaussian(double standard_deviation) : deviation_{positive("standard_deviation", standard_deviation)} {}

  double standard_deviation() const { return deviation_; }
  double pdf(double x) const { return std::exp(log_pdf(x)); }
  double log_pdf(double x) const {
    return -x * x / (2 * deviation_ * deviation_) - std::log(deviation_ * std::sqrt(2 * std::numbers::pi));
  }
  double cdf(double x) const { return std::erfc(-x / (deviation_ * std::numbers::sqrt2)) / 2; }
  double mean() const { return 0; }
  double variance() const { return deviation_ * deviation_; }
  /// One draw from two words; its sibling is thrown away.
  double operator()(sim::Stream& stream) const {
    auto const radius = stream.word(), angle = stream.word();
    return sim::gaussian_of(radius, angle, 0, deviation_);
  }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    sim::fill_gaussian(stream, location, deviation_, out);
  }

 private:
  double deviation_;
};

}  // namespace warner::mechanisms::noise
