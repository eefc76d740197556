#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/bernoulli.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {

/// With probability tau it releases (1, x), the number itself, else (0, x plus Laplace noise of scale 1 / epsilon).
///
/// Guarantee:  (epsilon, tau)-DP for a number that moves by 1, tight: delta(t) = tau + (1 - tau) (1 - e^((t - epsilon)
///             / 2))+. Pure epsilon is infinite. The control for blind spots: an audit of N trials sees the leak when N
///             tau is large, and not otherwise.
/// Data:       one number.
class RareLeak {
 public:
  /// The claim is the caller's word. @throws std::invalid_argument unless epsilon is positive and finite and tau is in
  /// (0, 1).
  RareLeak(double epsilon, double tau, Guarantee const& claim);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  /// Of the mass where the flag is 1, of the density where it is 0.
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  Guarantee claim_;
  noise::Bernoulli leak_;
  noise::Laplace noise_;
};

/// What the entries, sound and broken, share; the broken one claims epsilon alone.
std::vector<Parameter> rare_leak_parameters();
Instance make_rare_leak(Arguments& values, bool says_tau);

}  // namespace warner::mechanisms::central
