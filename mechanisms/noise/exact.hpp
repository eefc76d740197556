#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "sim/stream.hpp"

namespace warner::mechanisms::noise {

/// A fraction of two integers from 1 to 2^20: exact samplers are told their parameters exactly.
struct Fraction {
  std::uint64_t numerator = 1, denominator = 1;
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};

/// The two-sided geometric law by integers alone [CKS20, algorithm 2]: Pr[Z = z] is proportional to e^(-|z| / scale),
/// exactly, for words that are uniform. No floating point stands between the words and the draw; tails have no end.
///
/// Sampling:  by rejection, one draw after the other: about ten words a draw. The reference of the fast laws, not their
///            rival.
class DiscreteLaplaceExact {
 public:
  /// @throws std::invalid_argument when a part of the fraction is 0 or above 2^20.
  explicit DiscreteLaplaceExact(Fraction scale);

  double pmf(double z) const { return std::exp(log_pmf(z)); }
  double log_pmf(double z) const {
    return z != std::floor(z) ? -INFINITY
                              : -std::fabs(z) / scale_.value() + std::log(std::tanh(1 / (2 * scale_.value())));
  }
  double cdf(double x) const {
    auto const z = std::floor(x), q = std::exp(-1 / scale_.value());
    return z < 0 ? std::pow(q, -z) / (1 + q) : 1 - std::pow(q, z + 1) / (1 + q);
  }
  double mean() const { return 0; }
  double variance() const {
    auto const s = std::sinh(1 / (2 * scale_.value()));
    return 1 / (2 * s * s);
  }
  std::int64_t draw(sim::Stream& stream) const;
  double operator()(sim::Stream& stream) const { return static_cast<double>(draw(stream)); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    for (auto& x : out) x = location + (*this)(stream);
  }

 private:
  Fraction scale_;
};

/// The discrete Gaussian law by integers alone [CKS20, algorithm 3]: Pr[Z = z] is proportional to e^(-z^2 / (2
/// variance)), exactly.
class DiscreteGaussianExact {
 public:
  /// @throws std::invalid_argument when a part of the fraction is 0 or above 2^20.
  explicit DiscreteGaussianExact(Fraction variance);

  double pmf(double z) const { return std::exp(log_pmf(z)); }
  double log_pmf(double z) const {
    return z != std::floor(z) ? -INFINITY : -z * z / (2 * variance_.value()) - log_normaliser_;
  }
  double cdf(double x) const;
  double mean() const { return 0; }
  double variance() const { return moment_; }  ///< of the discrete law: a little below the parameter
  std::int64_t draw(sim::Stream& stream) const;
  double operator()(sim::Stream& stream) const { return static_cast<double>(draw(stream)); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    for (auto& x : out) x = location + (*this)(stream);
  }

 private:
  Fraction variance_;
  std::uint64_t scale_;  // of the proposal: floor(standard deviation) + 1
  double log_normaliser_, moment_;
};

}  // namespace warner::mechanisms::noise
