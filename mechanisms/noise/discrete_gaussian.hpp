#pragma once

#include "mechanisms/noise/tabulated.hpp"

namespace warner::mechanisms::noise {

/// The discrete Gaussian law on the integers [CKS20]: Pr[Z = z] is proportional to e^(-z^2 / (2 standard_deviation^2)).
///
/// Sampling:  one word, by a table of the integers from -127 to 127; each mass is right to 2^-64, and so is the sum of what is
///            left out. DiscreteGaussianExact is the same law without a table, without a limit, and without rounding.
class DiscreteGaussian {
 public:
  static constexpr double largest = 13;

  /// @throws std::invalid_argument when the standard deviation is not positive or is above 13: the tails would not fit in the table.
  explicit DiscreteGaussian(double standard_deviation);

  double standard_deviation() const { return deviation_; }
  double pmf(double z) const;  ///< of the law on all the integers
  double log_pmf(double z) const;
  double cdf(double x) const { return law_.cdf(x); }
  double mean() const { return 0; }
  double variance() const { return law_.variance(); }  ///< a little below standard_deviation^2
  sim::AliasTable const& table() const { return law_.table(); }

  double operator()(sim::Stream& stream) const { return law_(stream); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const { law_.fill(stream, location, out); }

 private:
  double deviation_;
  Tabulated law_;
  double log_normaliser_;
};

}  // namespace warner::mechanisms::noise
