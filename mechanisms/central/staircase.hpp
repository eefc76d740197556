#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/bernoulli.hpp"
#include "mechanisms/noise/geometric.hpp"

namespace warner::mechanisms::central {

/// The staircase mechanism: a number plus noise whose density is constant on steps, e^-epsilon from one to the next
/// [GV14]. With b = e^-epsilon and sensitivity s: sign * s * ((1 - B) (G + gamma U) + B (G + gamma + (1 - gamma) U)), G
/// geometric of ratio b, Pr[B = 0] = gamma / (gamma + (1 - gamma) b).
///
/// Guarantee:  epsilon-DP for answers whose sensitivity is at most `sensitivity`; reached at any distance above gamma
///             sensitivity.
/// Accuracy:   at gamma = 1 / (1 + e^(epsilon / 2)) the mean size of the noise is the least of all: s e^(epsilon / 2) /
///             (e^epsilon - 1).
/// Data:       one number.
class Staircase {
 public:
  /// @throws std::invalid_argument unless epsilon and sensitivity are positive and finite, and gamma in (0, 1).
  Staircase(double epsilon, double sensitivity, double gamma);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// ln of the density of the noise.
  double log_pdf(double z) const;

 private:
  double epsilon_, sensitivity_, gamma_;
  noise::Geometric step_;
  noise::Bernoulli later_;  // B
};

Entry staircase_entry();

}  // namespace warner::mechanisms::central
