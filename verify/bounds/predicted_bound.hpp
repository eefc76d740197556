#pragma once

#include <cstdint>
#include <vector>

#include "mechanisms/contract/guarantee.hpp"

namespace warner::verify {

/// The certifying run that a strategy is chosen for.
struct Target {
  double delta = 0;
  double level = 0.05;
  std::uint64_t trials = 0;
  /// Of a sequential check: the statements of which one is to be refuted.
  std::vector<mechanisms::ApproximateDp> claimed{};
  bool may_bias = false;  ///< its coin need not be fair where the strategy speaks in one direction
};

/// The bound that a strategy is predicted to certify, to be maximised over strategies on search trials.
/// It certifies nothing.
///
///   1. Reads the search counts `caution` standard errors against the strategy: of many events the best looks better
///      than it is (docs/decisions/0006).
///   2. Scales them to the target's trials.
///   3. Bounds them as epsilon_lower_bound does.
///
/// Beta quantiles are Paulson's cube-root approximation to the F distribution [P42].
/// It is good to a per cent of a standard error, and fast enough for a hundred thousand candidates.
///
/// Where the target names claims, the growth rate of the wealth is predicted in the place of a bound.
/// That is what the logarithm of the wealth against the best of them gains in a trial.
/// The stake is the best one (delta = 0), or the best to the second order (delta > 0).
class PredictedBound {
 public:
  /// @param searched: how many search trials the counts are of.
  /// @param caution: standard errors by which the counts are read against the strategy.
  PredictedBound(Target const& target, std::uint64_t searched, double caution);

  /// The same target, with other search counts; its quantile is not computed again.
  PredictedBound of_counts(std::uint64_t searched, double caution) const;

  /// The bound of an event pair with these counts, which spends `delta_share` of delta.
  /// -infinity for one that cannot certify.
  double operator()(double right, double wrong, double delta_share) const;

  /// The same with a coin of these odds (sim::Tally), which is fair or of an event in one direction.
  /// What was claimed is not read.
  double with_coin(std::uint64_t odds, double right, double wrong, double delta_share) const;

  /// Grows with the bound, is above 0 where there is one, and costs no logarithm: what many candidates are compared by.
  double comparable(double right, double wrong, double delta_share) const;

  /// The odds of the coin with which most is predicted of an event in one direction.
  /// 1, of the fair coin, where the target's has to be fair, or another one is not worth_bias better.
  std::uint64_t best_coin_odds(double right, double wrong) const;
  static constexpr double worth_bias = 0.05;  ///< nats

  /// Whether what is comparable is never above right / wrong, the plug-in odds at delta = 0: at levels up to a half,
  /// and where counts are not read in favour of the strategy. Candidates with smaller odds than another's prediction
  /// need not be predicted.
  bool is_below_plug_in() const { return z_ >= 0 && caution_ >= 0 && claimed_.empty(); }

 private:
  double certified_odds(double of_coin, double right, double wrong, double delta_share) const;
  double growth(mechanisms::ApproximateDp const& claim, double right, double wrong, double delta_share) const;

  double delta_, trials_, searched_, caution_, z_;
  std::vector<mechanisms::ApproximateDp> claimed_;
  bool may_bias_;
};

}  // namespace warner::verify
