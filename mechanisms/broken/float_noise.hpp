#pragma once

#include "mechanisms/broken/naive_samplers.hpp"
#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::broken {

/// A number plus noise in floating point, as libraries draw and add it. Flaw: float granularity [M12].
///
/// Near 0 a sum keeps low bits that it loses elsewhere. Let x be 1 or more in size, y = fl(x + z). If |y| >= 1/2, then
/// y is a multiple of 2^-53, as all doubles of that size are. Else |z| > 1/2, so that z is such a multiple, x is one,
/// and their sum, which is exact, too. Under x = 0 the release is z itself, and small z are mostly no multiples. (In
/// single precision: of 2^-24.) So the event "no multiple of 2^-53" is impossible under x and has mass 0.27 under 0 for
/// Laplace noise of scale 1, about 0.27 / scale beyond: epsilon is infinite. Where the event is not to be had, the
/// truth is open.
class FloatNoise {
 public:
  /// @throws std::invalid_argument unless scale is positive and finite.
  FloatNoise(NaiveSampler sampler, double scale, Guarantee const& claim);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  /// For 0 and a number of size 1 or more: infinite at any delta below 0.02 / (1 + scale), far less than the mass that
  /// was counted. Else open.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  NaiveSampler sampler_;
  double scale_;
  Guarantee claim_;
};

}  // namespace warner::mechanisms::broken
