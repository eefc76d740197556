#pragma once

#include "mechanisms/noise/tabulated.hpp"

namespace warner::mechanisms::noise {

/// The discrete Gaussian law on the integers [CKS20]: Pr[Z = z] is proportional to e^(-z^2 / (2 standard_deviation^2)).
///
/// Sampling:  one word, by a table of the integers from -127 to 127, or up to 9.8 standard deviations either way where
///            that is further. Each mass is right to 2^-64, and so is the sum of what is left out: n draws are within n
///            r 2^-64 of the law in total variation, r the length of the table. DiscreteGaussianExact is the same law
///            without a table, without a limit, and without rounding.
class DiscreteGaussian {
 public:
  static constexpr double largest = 10'000;

  /// @throws std::invalid_argument when the standard deviation is not positive or is above 10,000: the table would not
  /// fit in a cache.
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
