#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// A quantile by the exponential mechanism on an interval [S11]: records are clamped to [lower, upper] and sorted; the
/// interval between the i-th and the next has weight (its length) e^(-epsilon |i - q n| / 2); one is picked, and a
/// uniform point of it released.
///
/// Guarantee:  epsilon-DP under substitution, which moves the number of records below a point by at most 1.
/// Data:       n numbers. The density is constant between records, so the privacy of a pair is a finite sum.
class PrivateQuantile {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, n >= 1, q in [0, 1], and lower < upper are
  /// finite.
  PrivateQuantile(double epsilon, std::size_t n, double q, double lower, double upper);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  double exact_epsilon(Pair const& pair, double delta) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  std::pair<std::vector<double>, std::vector<double>> masses(
      Pair const& pair) const;  // of the intervals between the breakpoints of both
  struct Steps {
    std::vector<double> edges;        // lower, the records, upper
    std::vector<double> log_density;  // between them
  };
  Steps steps(Dataset const& dataset) const;

  double epsilon_;
  std::size_t n_;
  double q_, lower_, upper_;
};

Entry private_quantile_entry();

}  // namespace warner::mechanisms::central
