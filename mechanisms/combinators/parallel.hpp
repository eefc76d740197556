#pragma once

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::combinators {

/// One mechanism on each of `parts` disjoint parts of the data: parallel composition.
///
/// Guarantee:  the mechanism's claim, where one record, in one part, changes [DR14]. A record that moves from part to
///             part touches two: the claim of both composed.
/// Truth:      product of the parts' pairs (privacy/product_pair.hpp).
/// Data:       parts of `part_size` numbers each, one after the other. Release: the columns of each.
class Parallel {
 public:
  /// @throws std::invalid_argument unless parts and part_size are at least 1.
  Parallel(AnyMechanism inner, std::size_t parts, std::size_t part_size);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return inner_.guarantee(); }
  bool has_density() const { return inner_.has_density(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  Dataset part(Dataset const& dataset, std::size_t which) const;
  AnyMechanism inner_;
  std::size_t parts_, part_size_;
};

}  // namespace warner::mechanisms::combinators
