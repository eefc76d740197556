#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The Gumbel law: distribution function exp(-e^(-x / scale)). The maximum of answers with Gumbel noise follows the
/// exponential mechanism [MT07].
///
/// Sampling:  one word, -scale log(E), E ~ Exp(1) on a grid: no draw below -3.7 or above 36.8 scales.
class Gumbel {
 public:
  /// @throws std::invalid_argument when the scale is not positive and finite.
  explicit Gumbel(double scale) : scale_{positive("scale", scale)} {}

  double scale() const { return scale_; }
  double pdf(double x) const { return std::exp(log_pdf(x)); }
  double log_pdf(double x) const { return -x / scale_ - std::exp(-x / scale_) - std::log(scale_); }
  double cdf(double x) const { return std::exp(-std::exp(-x / scale_)); }
  double mean() const { return scale_ * std::numbers::egamma; }
  double variance() const { return scale_ * scale_ * std::numbers::pi * std::numbers::pi / 6; }
  double operator()(sim::Stream& stream) const { return sim::gumbel_of(stream.word(), 0, scale_); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    sim::fill_gumbel(stream, location, scale_, out);
  }

 private:
  double scale_;
};

}  // namespace warner::mechanisms::noise
