#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "verify/errors.hpp"
#include "verify/utility.hpp"
#include "verify/wealth/bias_bet.hpp"
#include "verify/wealth/mean_bet.hpp"

namespace warner::verify {

inline constexpr std::size_t most_biases = 64;  ///< answers whose mean errors are bet on

/// Bets on a mean of non-negative numbers, and what they saw.
struct MeanBets {
  std::vector<MeanStake> stakes{};
  MeanSums sums{};
  double lower(double level) const { return mean_lower_bound(sums, stakes, level); }
};

/// Lays the bets of a measurement of accuracy, sees releases in order, and says what follows.
class UtilityAccount {
 public:
  UtilityAccount(UtilityOptions const& options, Errors const& learned);

  /// What one block adds, computed by any thread.
  struct Part {
    MeanSums rmse{}, below_bound{}, claimed_rmse{}, width{};
    std::vector<BiasSums> moments{};                 // by answer
    std::vector<std::array<MeanSums, 2>> bounded{};  // by answer: of e + B, and of B - e
    std::vector<double> sizes{}, totals{};
    std::vector<std::vector<std::array<std::uint64_t, 2>>> medians{};  // by claim and answer
    std::vector<std::uint64_t> quantiles{};                            // by claim: sizes beyond
    double squares = 0, widths = 0, largest = 0;
    std::uint64_t n = 0, covered = 0, not_numbers = 0, beyond = 0;
  };

  /// From any thread.
  Part part_of(Errors errors, std::uint64_t n) const;

  /// In the order of the releases.
  void add(Part const& part);

  /// Decides as far as the releases seen allow. A claim that is refuted stays so.
  void look();
  /// Whether every claim is refuted, or rests on one that is.
  bool all_refuted() const;
  std::uint64_t releases() const { return n_; }

  Utility conclude();

 private:
  std::optional<double> at_of(UtilityClaim::Kind kind) const;
  static bool is_of_misses(UtilityClaim::Kind kind);
  /// How common a miss may be.
  static double allowed(UtilityClaim const& claim) {
    return claim.kind == UtilityClaim::Kind::median ? 0.5 : 1 - claim.share;
  }

  /// A claimed RMSE bounds the mean of the answers' squares: that of k answers' one alone by k times as much.
  double rms_of_one() const { return *rms_ * std::sqrt(static_cast<double>(options_.answers.size())); }
  bool may_bound_bias() const { return (bound_ || rms_) && options_.answers.size() <= most_biases; }
  /// Whether what the bounds on the bias take for granted has been refuted.
  bool bias_is_open() const;
  bool is_open(TestedUtility const& tested) const {
    return tested.claim.kind == UtilityClaim::Kind::bias && bias_is_open();
  }
  void lay_bets_on_bias(Errors const& learned);
  void see_errors(Part& part, Errors const& errors) const;

  /// ln of the wealth against "the mean error of answer j is at most b" (of minus the errors, for `below`).
  double log_bias(std::size_t j, Side side, double b) const;

  /// The average over answers and sides.
  double log_bias_of_all(double b) const;
  std::uint64_t misses_of(std::size_t i) const;
  double log_wealth(std::size_t i) const;
  double certified(std::size_t i) const;
  std::optional<double> detectable(std::size_t i) const;

  /// The level of each bound that is stated.
  double bound_level(Utility& result) const;
  bool bounds_bias() const { return may_bound_bias() && options_.answers.size() == 1; }

  void fill_bias(Utility& result, double level) const;
  void fill_quantiles(Utility& result, double level);

  UtilityOptions const& options_;
  double claim_level_ = 0;
  std::optional<double> bound_{}, rms_{};
  MeanBets rmse_{}, below_bound_{}, claimed_rmse_{}, width_{}, covered_{}, missed_{};
  std::vector<MeanStake> moment_stakes_{};
  std::vector<std::vector<MeanStake>> bounded_stakes_{}, miss_stakes_{};
  std::vector<BiasSums> moments_{};
  std::vector<std::array<MeanSums, 2>> bounded_{};
  std::vector<double> totals_{}, sizes_{};
  std::vector<std::vector<std::array<std::uint64_t, 2>>> medians_{};  // by claim and answer: above and below
  std::vector<std::uint64_t> quantile_misses_{};
  std::vector<TestedUtility> tested_{};
  double squares_ = 0, widths_ = 0, largest_ = 0;
  std::uint64_t n_ = 0, covered_count_ = 0, not_numbers_ = 0, beyond_ = 0;
};

}  // namespace warner::verify
