#pragma once

#include <cstdint>
#include <span>

#include "mechanisms/noise/positive.hpp"
#include "sim/scalar.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::noise {

/// A coin: 1 with probability p, exactly p rounded to a multiple of 2^-64 (1 becomes 1 - 2^-64).
class Bernoulli {
 public:
  /// @throws std::invalid_argument when the probability is not in [0, 1].
  explicit Bernoulli(double probability) : probability_{probability}, threshold_{sim::bernoulli_threshold(probability)} {
    require(probability >= 0 && probability <= 1, "probability: " + std::to_string(probability) + " is not in [0, 1]");
  }

  double probability() const { return probability_; }
  std::uint64_t threshold() const { return threshold_; }
  double pmf(double x) const { return x == 1 ? probability_ : x == 0 ? 1 - probability_ : 0; }
  double cdf(double x) const { return x < 0 ? 0 : x < 1 ? 1 - probability_ : 1; }
  double mean() const { return probability_; }
  double variance() const { return probability_ * (1 - probability_); }
  double operator()(sim::Stream& stream) const { return stream.word() < threshold_ ? 1 : 0; }
  void fill(sim::Stream& stream, std::span<double> out) const { sim::fill_bernoulli(stream, threshold_, out); }

 private:
  double probability_;
  std::uint64_t threshold_;
};

}  // namespace warner::mechanisms::noise
