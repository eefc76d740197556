#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/discrete_laplace.hpp"

namespace warner::mechanisms::broken {

/// An integer plus discrete Laplace noise, and how long that took: a sampler that tosses coins until one fails loops
/// |noise| times. Flaw: timing. The release (y, loops) leaves two candidates, y + loops and y - loops: numbers an odd
/// distance apart share none, delta is 1; numbers an even distance s apart share the one halfway, of mass Pr[noise = s
/// / 2].
class TimedDiscreteLaplace {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite.
  explicit TimedDiscreteLaplace(double epsilon);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double epsilon_;
  noise::DiscreteLaplace noise_;
};

Entry timing_discrete_laplace_entry();

}  // namespace warner::mechanisms::broken
