#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// A coin: 1 with the given probability, else 0.
///
/// Sampling:  one word against a 64-bit threshold: exact for the probability rounded to a multiple of 2^-64 (and 1 -
///            2^-64 for 1).
class Bernoulli {
 public:
  /// @throws std::invalid_argument when the probability is not in [0, 1].
  explicit Bernoulli(double probability)
      : probability_{probability_of("probability", probability)}, threshold_{sim::bernoulli_threshold(probability)} {}

  double probability() const { return probability_; }
  std::uint64_t threshold() const { return threshold_; }
  double pmf(double x) const { return x == 1 ? probability_ : x == 0 ? 1 - probability_ : 0; }
  double log_pmf(double x) const {
    return x == 1 ? std::log(probability_) : x == 0 ? std::log1p(-probability_) : -INFINITY;
  }
  double cdf(double x) const { return x < 0 ? 0 : x < 1 ? 1 - probability_ : 1; }
  double mean() const { return probability_; }
  double variance() const { return probability_ * (1 - probability_); }
  double operator()(sim::Stream& stream) const { return stream.word() < threshold_ ? 1 : 0; }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    sim::fill_bernoulli(stream, threshold_, out);
    if (location != 0)
      for (auto& x : out) x += location;
  }

 private:
  double probability_;
  std::uint64_t threshold_;
};

}  // namespace warner::mechanisms::noise
