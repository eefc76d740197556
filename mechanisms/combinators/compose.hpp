#pragma once

#include <vector>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::combinators {

/// Independent releases of several mechanisms on the same data, side by side: sequential composition.
///
/// Guarantee:  the sum of the claims (combinators/claims.hpp) [DR14].
/// Truth:      privacy/product_pair.hpp: exact for Gaussians, for Laplace noises, for finite mechanisms, and for finite
///             ones beside one of the others.
/// Data:       what every one of them takes. Release: their columns, one after the other.
class Compose {
 public:
  /// @throws std::invalid_argument when there are none, or when their claims do not add.
  explicit Compose(std::vector<AnyMechanism> parts);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  bool has_density() const;
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  std::vector<AnyMechanism> parts_;
  Guarantee claim_;
};

/// k independent releases of one mechanism. @throws std::invalid_argument unless k >= 1.
Compose repeat(AnyMechanism const& mechanism, std::size_t k);

}  // namespace warner::mechanisms::combinators
