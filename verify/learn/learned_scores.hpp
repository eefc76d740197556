#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/game/counts.hpp"
#include "verify/learn/ranking.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// An estimate of log p / q where so many releases of either dataset lie: counts are smoothed by a half [KT81].
double smoothed_log_ratio(double d, double d_prime);

/// One standard error of such an estimate nearer to 0: of thousands of releases seen five times hundreds were seen
/// under one dataset alone. They are not to come before the one seen fifty times against six.
double shrunk(double log_ratio, double d, double d_prime);

/// Estimates log p / q as a piecewise constant function of one value.
///
///   1. Makes bins of equal mass, finer into the tails; very many where these tell more, beyond chance.
///   2. Joins the neighbours that it costs the least log likelihood to join.
///   3. Stops where joining would cost more than the Bayesian information criterion allows [S78].
Bins learn_bins(Feature const& feature, Ranking const& ranking);

struct LearnedBins {
  Bins bins;
  /// The same with narrow places as bins of their own, that differ from the bin around them beyond chance; nothing
  /// where there is none, or more than a few. Of so many places some are lucky ones, so that it is a score beside the
  /// other.
  std::optional<Bins> with_windows{};
};
LearnedBins learn_bins_and_windows(Feature const& feature, Ranking const& ranking);

/// Bins of every feature, to be summed. Those of the first may be known.
Additive learn_sum(std::span<Feature const> features, mechanisms::ConstBatch under_d,
                   mechanisms::ConstBatch under_d_prime, std::vector<Bins> known = {});

/// The same bins for all features of a kind, learned on all of them together.
/// Where coordinates are alike, or innovations, a hundred are learned as well as one.
Additive learn_shared(std::span<Feature const> features, mechanisms::ConstBatch under_d,
                      mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
