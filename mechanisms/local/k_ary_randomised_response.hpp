#pragma once

#include <cmath>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/bernoulli.hpp"

namespace warner::mechanisms::local {

/// k-ary randomised response: the true category with probability e^epsilon / (e^epsilon + k - 1), else one of the
/// others, each alike [KOV15, WBLJ17].
///
/// Guarantee:  epsilon-DP for one person's value, tight; delta(t) = (e^epsilon - e^t) / (e^epsilon + k - 1).
/// Data:       one category in {0, .., k - 1}.
class KAryRandomisedResponse {
 public:
  KAryRandomisedResponse(double epsilon, std::size_t k);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  double exact_epsilon(Pair const& pair, double delta) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  double truth() const { return truth_.probability(); }                ///< Pr[v | v]
  double each_other() const { return truth() * std::exp(-epsilon_); }  ///< Pr[w | v], w != v; 1 - truth would cancel
  /// Of the share of people with a category, from the share who released it: unbiased.
  double estimate(double share) const { return (share - each_other()) / (truth() - each_other()); }
  /// Its variance when the n people come from a population in which the category has share mu.
  double variance_over_populations(double mu, double n) const;

 private:
  double epsilon_;
  std::size_t k_;
  noise::Bernoulli truth_;
};

}  // namespace warner::mechanisms::local
