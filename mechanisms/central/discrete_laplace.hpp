#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/discrete_laplace.hpp"

namespace warner::mechanisms::central {

/// The geometric mechanism: an integer plus two-sided geometric noise of ratio e^(-epsilon / sensitivity) [GRS12].
///
/// Guarantee:  epsilon-DP for every integer query whose sensitivity is at most `sensitivity`.
/// Tightness:  on queries that differ by `sensitivity` the privacy loss is epsilon on both half-lines.
/// Data:       one integer.
class DiscreteLaplace {
 public:
  explicit DiscreteLaplace(double epsilon, std::uint64_t sensitivity = 1);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    noise_.fill(stream, dataset[0], out.column(0));
  }
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  double exact_epsilon(Pair const& pair, double delta) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const {
    return sim::two_sided_geometric_counter(dataset[0], noise_.ratio(), edges);
  }

  double ratio() const { return noise_.ratio(); }
  /// The release estimates its answer without bias, with this variance.
  double variance() const { return noise_.variance(); }

 private:
  double epsilon_, sensitivity_;
  noise::DiscreteLaplace noise_;
};

}  // namespace warner::mechanisms::central
