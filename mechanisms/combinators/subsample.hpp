#pragma once

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::combinators {

/// A mechanism on a Poisson sample: every record is kept with probability q, by a coin of its own.
///
/// Guarantee:  (ln(1 + q (e^epsilon - 1)), q delta) where a record is added or removed [BBG18].
/// Truth:      exact where one record is the whole difference and the others leave no trace in the release (checked for
///             every sample of them); else open. For Laplace noise the bound is reached.
/// Data:       up to 63 records, whatever subset of which the mechanism takes.
class Subsample {
 public:
  /// @throws std::invalid_argument unless q is in (0, 1].
  Subsample(AnyMechanism inner, double q);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  AnyMechanism inner_;
  double q_;
  Guarantee claim_;
};

/// A mechanism for one number, on the sum of any number of records, each clamped to [0, largest].
class OnSum {
 public:
  OnSum(AnyMechanism inner, double largest) : inner_{std::move(inner)}, largest_{largest} {}

  std::vector<Column> columns(Dataset const& dataset) const { return inner_.columns(sum(dataset)); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    inner_.release(sum(dataset), stream, out);
  }
  Guarantee guarantee() const { return inner_.guarantee(); }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    return inner_.privacy({sum(pair.d), sum(pair.d_prime), pair.relation, {}});
  }

 private:
  Dataset sum(Dataset const& dataset) const;
  AnyMechanism inner_;
  double largest_;
};

}  // namespace warner::mechanisms::combinators
