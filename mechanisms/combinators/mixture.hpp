#pragma once

#include <vector>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::combinators {

/// One of two mechanisms, the first with probability w; which one is not said.
///
/// Guarantee:  the larger of both claims: the sets of laws that satisfy a claim are convex [DR14].
/// Truth:      from the mixed masses where the releases are the given finitely many; else open.
class Mixture {
 public:
  /// `releases`: all of them, if they are finitely many; else empty. @throws std::invalid_argument unless w is in [0,
  /// 1].
  Mixture(double w, AnyMechanism first, AnyMechanism second, std::vector<std::vector<double>> releases = {});

  std::vector<Column> columns(Dataset const& dataset) const;
  /// Both release for the whole block.
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  bool has_density() const { return first_.has_density() && second_.has_density(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double w_;
  AnyMechanism first_, second_;
  std::vector<std::vector<double>> releases_;
  Guarantee claim_;
};

}  // namespace warner::mechanisms::combinators
