#pragma once

#include "mechanisms/noise/tabulated.hpp"

namespace warner::mechanisms::noise {

/// The number of ones among up to 255 independent coins, each with its own probability; the binomial law when they are
/// alike.
///
/// Sampling:  one word, by a table: a sum of 255 coins costs what one costs. Each mass is right to 2^-64.
class PoissonBinomial {
 public:
  /// @throws std::invalid_argument when there are more than 255 coins, or a probability is not in [0, 1].
  explicit PoissonBinomial(std::span<double const> probabilities);

  std::size_t coins() const { return static_cast<std::size_t>(law_.last()); }
  double pmf(double k) const { return law_.pmf(k); }
  double log_pmf(double k) const { return law_.log_pmf(k); }
  double cdf(double x) const { return law_.cdf(x); }
  double mean() const { return law_.mean(); }
  double variance() const { return law_.variance(); }
  sim::AliasTable const& table() const { return law_.table(); }

  double operator()(sim::Stream& stream) const { return law_(stream); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const { law_.fill(stream, location, out); }

 private:
  Tabulated law_;
};

}  // namespace warner::mechanisms::noise
