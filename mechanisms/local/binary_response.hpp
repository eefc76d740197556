#pragma once

#include <cstdint>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/bernoulli.hpp"

namespace warner::mechanisms::local {

/// Randomised response to a yes/no question [W65]: a 1 is kept with probability `keep_one` (p), a 0 with probability
/// `keep_zero` (q). The channel is [[q, 1 - q], [1 - p, p]], p + q >= 1.
///
/// Guarantee:  epsilon = ln max(p / (1 - q), q / (1 - p)), tight.
/// Data:       one answer, 0 or 1. Release: the randomised answer.
///
/// Estimating the share mu of ones among n people from the share of ones released:
///   estimate = (share + q - 1) / (p + q - 1), unbiased, with the two variances below.
class BinaryResponse {
 public:
  /// @throws std::invalid_argument unless both are in [0, 1] and sum to at least 1.
  BinaryResponse(double keep_one, double keep_zero);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon()}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  double exact_epsilon(Pair const& pair, double delta) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const {
    return sim::bernoulli_counter((dataset[0] == 1 ? one_from_one_ : one_from_zero_).threshold(), edges);
  }

  double keep_one() const { return p_; }
  double keep_zero() const { return q_; }
  /// Infinite when an answer is always the truth.
  double epsilon() const;
  /// Pr[release is 1 | the truth].
  double probability_of_one(bool truth) const { return truth ? p_ : 1 - q_; }

  /// @throws std::invalid_argument when p + q = 1: the answers do not depend on the truth.
  double estimate(double share_of_ones) const;
  /// Of the estimate of mu when the n people are drawn from a population with share mu: lambda (1 - lambda) / (n (p + q
  /// - 1)^2), lambda = mu p + (1 - mu)(1 - q). This is eq. 14 of the lesson, v(p, mu) / n.
  double variance_over_populations(double mu, double n) const;
  /// Of the estimate for fixed people: (mu p (1 - p) + (1 - mu) q (1 - q)) / (n (p + q - 1)^2).
  double variance_for_fixed_people(double mu, double n) const;

 private:
  double p_, q_;
  noise::Bernoulli one_from_one_, one_from_zero_;
};

}  // namespace warner::mechanisms::local
