#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::broken {

/// Two numbers plus Gaussian noise, both normals of one draw of Box and Muller from two words of 32 bits [BM58]: u1 =
/// (k + 1) / 2^32 gives the radius, u2 the angle. Flaw: support. The right numbers leave a noise whose radius is one of
/// 2^32, e^(-r^2 / (2 sigma^2)) = u1, and wrong ones hardly ever do: both coordinates together give away what each
/// hides [HDHSH22]. The truth, after rounding, is open.
class BoxMullerBoth {
 public:
  /// @throws std::invalid_argument unless sigma is positive and finite.
  BoxMullerBoth(double sigma, ApproximateDp const& claim);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }

  /// How far 2^32 u1 of a release is from a whole number, if the numbers were these: 0 to 1/2. About 1e-5 for the right
  /// ones, uniform for others.
  double distance_from_grid(Dataset const& dataset, double first, double second) const;

 private:
  double sigma_;
  ApproximateDp claim_;
};

}  // namespace warner::mechanisms::broken
