#pragma once

#include <cmath>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// The Laplace law: density e^(-|x| / scale) / (2 scale) [DMNS06].
///
/// Sampling:  one word. Its top bit is the sign, its low 52 bits give an exponential magnitude. The ideal law in
///            doubles: its granularity is visible in the low bits [M12], and no draw exceeds 36.8 scales.
class Laplace {
 public:
  /// @throws std::invalid_argument when the scale is not positive and finite.
  explicit Laplace(double scale) : scale_{positive("scale", scale)} {}

  double scale() const { return scale_; }
  double pdf(double x) const { return std::exp(log_pdf(x)); }
  double log_pdf(double x) const { return -std::fabs(x) / scale_ - std::log(2 * scale_); }
  double cdf(double x) const { return x < 0 ? std::exp(x / scale_) / 2 : 1 - std::exp(-x / scale_) / 2; }
  double log_cdf(double x) const { return x < 0 ? x / scale_ - std::log(2.0) : std::log1p(-std::exp(-x / scale_) / 2); }
  double mean() const { return 0; }
  double variance() const { return 2 * scale_ * scale_; }
  double operator()(sim::Stream& stream) const { return sim::laplace_of(stream.word(), 0, scale_); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    sim::fill_laplace(stream, location, scale_, out);
  }

 private:
  double scale_;
};

}  // namespace warner::mechanisms::noise
