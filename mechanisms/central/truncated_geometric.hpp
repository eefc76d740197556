#pragma once

#include <vector>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/uniform_integer.hpp"

namespace warner::mechanisms::central {

/// The distribution functions of the truncated geometric mechanism, as integers F(0) <= .. <= F(n) = d [BV18, algorithm
/// 4.8]. With K = 2^k + 1 and d = (2^(k + 1) + 1) K^(n - 1), a count x has
///   F(z) = 2^(k (x - z)) K^(n - (x - z)) for z < x,   F(z) = d - 2^(k (z - x + 1)) K^(n - 1 - (z - x)) for x <= z < n.
class GeometricSteps {
 public:
  /// @throws std::invalid_argument when n or k is 0, or d does not fit in 127 bits.
  GeometricSteps(std::size_t n, std::size_t k);

  noise::Wide total() const { return total_; }  ///< d
  noise::Wide at(std::size_t x, std::size_t z) const;
  /// The smallest z with F(z) >= u, u in 1, .., d.
  double reached(std::size_t x, noise::Wide u) const;
  /// Pr[z | x] = (F(z) - F(z - 1)) / d.
  std::vector<double> masses(std::size_t x) const;
  std::size_t n() const { return n_; }
  std::size_t k() const { return k_; }
  /// ln(1 + 2^-k).
  double epsilon() const;

 private:
  std::size_t n_, k_;
  noise::Wide total_;
  std::vector<std::vector<noise::Wide>> steps_;  // by x, then z
};

/// A count in {0, .., n} with geometric noise on a finite computer [BV18]: U uniform on {1, .., d} by rejection, and
/// the smallest z with F(z) >= U. Integers alone: no rounding stands between the words and the release.
///
/// Guarantee:  ln(1 + 2^-k)-DP, reached by every pair (c, c + 1).
/// Data:       one integer in {0, .., n}.
class TruncatedGeometric {
 public:
  TruncatedGeometric(std::size_t n, std::size_t k) : steps_{n, k} {}

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{steps_.epsilon()}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  GeometricSteps steps_;
};

}  // namespace warner::mechanisms::central
