#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/bernoulli.hpp"

namespace warner::mechanisms::local {

/// k-ary randomised response that spends its delta as well: the truth with probability p = (e^epsilon + (k - 1) delta)
/// / (e^epsilon + k - 1), else one of the other categories, each alike.
///
/// Guarantee:  (epsilon, delta)-DP for one person's value, tight: delta(epsilon) = delta. Its pure epsilon is finite,
///             ln(p (k - 1) / (1 - p)).
/// Data:       one category in {0, .., k - 1}. With delta = 0 it is k-ary randomised response [KOV15, WBLJ17].
class ApproximateRandomisedResponse {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, 0 <= delta < 1 and k >= 2.
  ApproximateRandomisedResponse(double epsilon, double delta, std::size_t k);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return ApproximateDp{epsilon_, delta_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  double truth() const { return truth_.probability(); }  ///< p
  double each_other() const { return other_; }           ///< (1 - p) / (k - 1)

 private:
  double epsilon_, delta_;
  std::size_t k_;
  double other_;
  noise::Bernoulli truth_;
};

Entry approximate_randomised_response_entry();

}  // namespace warner::mechanisms::local
