#pragma once

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::combinators {

/// A mechanism whose neighbours are k records apart: group privacy.
///
/// Guarantee:  (k epsilon, delta (e^(k epsilon) - 1) / (e^epsilon - 1)) from the claim of the mechanism [DR14].
/// Truth:      the mechanism's own, at distance k. For Laplace noise the bound is reached.
class Group {
 public:
  /// @throws std::invalid_argument unless k >= 1, and where the claim says nothing of groups.
  Group(AnyMechanism inner, std::size_t k);

  std::vector<Column> columns(Dataset const& dataset) const { return inner_.columns(dataset); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const { inner_.release(dataset, stream, out); }
  Guarantee guarantee() const { return claim_; }
  bool has_density() const { return inner_.has_density(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    inner_.log_density(dataset, releases, out);
  }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const { return inner_.privacy(pair); }
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const {
    return inner_.counter(dataset, edges);
  }

 private:
  AnyMechanism inner_;
  Guarantee claim_;
};

}  // namespace warner::mechanisms::combinators
