#pragma once

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::local {

/// A category as the string of k numbers with a 1 in its place, released by a mechanism for k numbers that declares its
/// density.
///   summation-histogram-encoding  Laplace noise of scale 2 / epsilon on each [WBLJ17]: epsilon, since two categories
///                                 are L1 distance 2 apart
///   gaussian-encoding             Gaussian noise on each, calibrated to L2 distance sqrt 2 [BW18]: mu = sqrt 2 / sigma
///
/// Guarantee:  the inner mechanism's, for the distance of two such strings; tight.
/// Data:       one category in {0, .., k - 1}.
class OneHot {
 public:
  /// @throws std::invalid_argument unless k >= 2.
  OneHot(AnyMechanism inner, std::size_t k);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    inner_.release(encoded(dataset), stream, out);
  }
  Guarantee guarantee() const { return inner_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    inner_.log_density(encoded(dataset), releases, out);
  }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    return inner_.privacy({encoded(pair.d), encoded(pair.d_prime), pair.relation, {}});
  }

 private:
  Dataset encoded(Dataset const& dataset) const;
  AnyMechanism inner_;
  std::size_t k_;
};

Entry summation_histogram_encoding_entry();
Entry gaussian_encoding_entry();

}  // namespace warner::mechanisms::local
