#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::broken {

/// Sums and histograms whose Laplace noise does not fit what one person can do; each claims epsilon. Flaw: ratio.
///   histogram-wrong-scale    n counts, noise of scale epsilon in the place of 1 / epsilon: truly 1 / epsilon [D18]
///   partial-sum-wrong-scale  the sum of n numbers in [0, 1], scale 1 / (2 epsilon): truly 2 epsilon
///   unclipped-sum            records are not clipped to [0, 1], the scale is for those that are: |x - x'| epsilon
///   double-spend             two answers to one question, each at epsilon: truly 2 epsilon
class LaplaceSums {
 public:
  enum class Release { each, sum, twice };
  /// @throws std::invalid_argument unless epsilon and scale are positive and finite, and n >= 1.
  LaplaceSums(double epsilon, double scale, std::size_t n, Release what);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  Dataset answers(Dataset const& dataset) const;  // what gets the noise
  double epsilon_;
  std::size_t n_;
  Release what_;
  noise::Laplace noise_;
};

Entry histogram_wrong_scale_entry();
Entry partial_sum_wrong_scale_entry();
Entry unclipped_sum_entry();
Entry double_spend_entry();

}  // namespace warner::mechanisms::broken
