#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/discrete_laplace.hpp"

namespace warner::mechanisms::central {

/// A count in {0, .., n} plus two-sided geometric noise of ratio a = e^-epsilon, clamped to {0, .., n} [GRS12].
///
/// Guarantee:  epsilon-DP for counts that one person moves by 1; clamping is post-processing.
/// Tightness:  every pair (c, c + 1) reaches epsilon: Pr[0] = a^c / (1 + a), Pr[n] = a^(n - c) / (1 + a).
/// Data:       one integer in {0, .., n}.
class ClampedGeometric {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite and n >= 1.
  ClampedGeometric(double epsilon, std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const;

 private:
  double mass(double count, double y) const;
  double epsilon_, n_;
  noise::DiscreteLaplace noise_;
};

Entry clamped_geometric_entry();

}  // namespace warner::mechanisms::central
