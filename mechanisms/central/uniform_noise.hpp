#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/uniform.hpp"

namespace warner::mechanisms::central {

/// A number plus noise that is uniform on (-w, w): the control for delta without epsilon.
///
/// Guarantee:  (0, 1 / (2 w))-DP for answers that one person moves by at most 1 [GDGK20]; delta is distance / (2 w) at
///             every epsilon, and no epsilon is finite at delta = 0.
/// Data:       one number.
class UniformNoise {
 public:
  /// @throws std::invalid_argument unless half_width is finite and above 1/2, where delta would reach 1.
  explicit UniformNoise(double half_width);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return ApproximateDp{0, 1 / (2 * half_width_)}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double half_width_;
  noise::Uniform noise_;
};

Entry uniform_noise_entry();

}  // namespace warner::mechanisms::central
