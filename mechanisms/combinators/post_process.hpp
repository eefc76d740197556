#pragma once

#include <functional>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::combinators {

/// A function of the release of a mechanism, which knows nothing of the data.
///
/// Guarantee:  the claim of the mechanism: post-processing spends nothing [DR14].
/// Truth:      never more than the mechanism's, and its own where the function is one-to-one; else what the caller
///             knows, or open.
class PostProcess {
 public:
  /// Fills `out` from a block of releases; of width columns.size().
  using Map = std::function<void(ConstBatch releases, Batch out)>;
  using Truth = std::function<std::optional<privacy::PairPrivacy>(AnyMechanism const& inner, Pair const& pair)>;

  PostProcess(AnyMechanism inner, std::vector<Column> columns, Map map, Truth truth = {});

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return inner_.guarantee(); }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    return truth_ ? truth_(inner_, pair) : std::nullopt;
  }

  /// The truth of a one-to-one map.
  static std::optional<privacy::PairPrivacy> one_to_one(AnyMechanism const& inner, Pair const& pair) {
    return inner.privacy(pair);
  }

 private:
  AnyMechanism inner_;
  std::vector<Column> columns_;
  Map map_;
  Truth truth_;
};

/// A mechanism of one coordinate, rounded to whole numbers (halves away from 0).
PostProcess rounded(AnyMechanism const& inner, PostProcess::Truth truth = {});
/// A mechanism of several coordinates of which the place of the largest is kept, the first of equal ones.
PostProcess argmax(AnyMechanism const& inner, PostProcess::Truth truth = {});

}  // namespace warner::mechanisms::combinators
