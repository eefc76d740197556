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
  std::vector<mechanisms::ApproximateDp>
      claimed{};          ///< of a sequential check: statements of which one is to be refuted
  bool may_bias = false;  ///< its coin need not be fair where the strategy speaks in one direction
};

/// What epsilon_lower_bound is expected to certify, to be maximised over strategies on search trials. It certifies
/// nothing.
///
/// The search counts are first read `caution` standard errors against the strategy, because the best of many events is
/// picked and the best looks better than it is (docs/decisions/0006); then scaled to the target's trials; then bounded
/// as there. Beta quantiles by Paulson's cube-root approximation to the F distribution [P42]: good to a per cent of a
/// standard error, and fast enough for a hundred thousand candidates.
///
/// Where the target names claims, a gambler's growth is predicted in the place of a bound: the logarithm that her
/// wealth against the best of them gains in a trial, with the best stake (delta = 0), or to the second order (delta >
/// 0).
class PredictedBound {
 public:
  /// searched: how many search trials the counts are of. fewest: right guesses among them without which an event cannot
  /// certify. for_the_rare: the smaller an event, the more there are of its size, and the further out the luckiest of
  /// them; the square of the caution grows by so many times ln(searched / said), where 2 would be for all events of
  /// every size. [DS01] Not at delta > 0, which is penalty enough for a small event.
  PredictedBound(Target const& target, std::uint64_t searched, double caution, double fewest = 0,
                 double for_the_rare = 0);

  /// Of an event pair with these counts, which spends `delta_share` of delta. -infinity for one that cannot certify.
  double operator()(double right, double wrong, double delta_share) const;

  /// The same with a coin of these odds (sim/tally.hpp), which is fair or of an event in one direction; whatever was
  /// claimed.
  double with_coin(std::uint64_t odds, double right, double wrong, double delta_share) const;

  /// Of the coin with which most is predicted of an event in one direction: 1 for the fair one, and where the target's
  /// has to be fair. Another one has to be worth it.
  std::uint64_t best_odds(double right, double wrong) const;
  static constexpr double worth_bias = 0.05;  ///< nats

  /// Whether it is never above ln(right / wrong), the plug-in estimate at delta = 0: so it is at levels up to a half.
  /// Candidates with a smaller estimate than another's prediction need not be predicted.
  bool is_below_plug_in() const { return z_ >= 0 && claimed_.empty(); }

 private:
  double caution_about(double said) const;
  double growth(mechanisms::ApproximateDp const& claim, double right, double wrong, double delta_share) const;

  double delta_, trials_, searched_, caution_, fewest_, for_the_rare_, z_;
  std::vector<mechanisms::ApproximateDp> claimed_;
  bool may_bias_;
};

}  // namespace warner::verify
