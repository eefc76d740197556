#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// Report noisy max: every answer gets noise of its own, and the index of the largest is released; of equal ones the
/// first.
///
/// Guarantee:  epsilon-DP when every answer may move by at most 1, with noise of scale 2 / epsilon; 1 / epsilon is
///             enough for answers that all move the same way (`monotone`). Laplace and exponential noise [D18]; with
///             Gumbel noise this is the exponential mechanism, the index i with probability proportional to e^(x_i /
///             scale) [MT07].
/// Tightness:  exponential noise reaches the claim, where one answer falls and the rest rise; Laplace and Gumbel noise
///             come near it with many answers (0.980 and 0.865 of epsilon = 1 with five).
/// Data:       n numbers, the exact answers.
class ReportNoisyMax {
 public:
  enum class Noise { laplace, exponential, gumbel };

  /// @throws std::invalid_argument unless epsilon is positive and finite, and n >= 1.
  ReportNoisyMax(Noise noise, double epsilon, std::size_t n, bool monotone = false);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// From the law of the winner, by quadrature or closed form; epsilon is never above the proved bound, (largest move -
  /// least move) / scale.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// ln Pr[i is released], i = 0, .., n - 1; NaN where it is too far below what a double holds.
  std::vector<double> log_law(Dataset const& dataset) const;
  double scale() const { return scale_; }

 private:
  Noise noise_;
  double epsilon_, scale_;
  std::size_t n_;
};

/// The patterns of n answers, the one that spends most first; for monotone answers those that move one way.
std::vector<Pair> selection_pairs(std::size_t n, bool monotone);

}  // namespace warner::mechanisms::central
