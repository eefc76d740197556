#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::broken {

/// The mean of records in [0, 1] when records come and go, with the exact number of records in the divisor
/// (`true_divisor`) and in the scale 1 / (n epsilon) of the noise (`true_scale`); else `n` stands there, which is
/// public. Claims epsilon, as it is right when n is public and records are replaced.
///
/// Flaw:   the scale tells how many records there are, but only in the tail: of n and n + 1 zeros the ratio grows like
///         e^(epsilon |y|) without end, on less and less mass, so that delta at epsilon = 1 is 0.092 at n = 1 and
///         1.6e-6 at n = 10.
/// Truth:  two Laplace laws of their own place and scale, by quadrature.
class MeanTrueCount {
 public:
  MeanTrueCount(double epsilon, std::size_t n, bool true_divisor, bool true_scale);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const {
    return sim::laplace_counter(mean(dataset), scale(dataset), edges);
  }

 private:
  double mean(Dataset const& dataset) const;
  double scale(Dataset const& dataset) const;
  double epsilon_, n_;
  bool true_divisor_, true_scale_;
};

Entry mean_true_count_entry();

}  // namespace warner::mechanisms::broken
