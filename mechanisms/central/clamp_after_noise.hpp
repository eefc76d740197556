#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms {

/// The sum of n numbers plus Laplace noise of scale 1 / epsilon, clamped to [0, 1]. With `clip`, records are clipped to
/// [0, 1] before they are added: then it is sound, a clamped sound release. Without, a record of 10 moves the sum by
/// 10, and clamping hides none of it: the atom at 0 keeps the ratio.
///
/// Truth:      of two sums s <= s': an atom at either end and a density between, by quadrature; epsilon at delta = 0
///             from the ends and the loss between them.
/// Data:       n numbers.
class ClampAfterNoise {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite and n >= 1.
  ClampAfterNoise(double epsilon, std::size_t n, bool clip);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const;

 private:
  double sum(Dataset const& dataset) const;
  double epsilon_;
  std::size_t n_;
  bool clip_;
  noise::Laplace noise_;
};

/// Laplace noise around `there` and around `back`, clamped to [0, 1].
privacy::PairPrivacy clamped_laplace_pair(noise::Laplace const& noise, double there, double back);

}  // namespace warner::mechanisms
