#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"

namespace warner::verify {

/// What a release says of the truth: one column, and, where a release may lack the number, what shows that it is there.
struct AnswerColumn {
  std::size_t column = 0;
  /// Columns that hold these numbers where there is one, and others where there is none.
  std::vector<std::pair<std::size_t, double>> where{};
};

/// A claim about the errors of releases of one dataset. An error is an answer minus the truth; of several answers, the
/// size of the error is the largest, and its square the mean of their squares.
struct UtilityClaim {
  enum class Kind {
    rmse,      ///< the root mean square error is at most `at`
    bias,      ///< the mean error of each answer is within [-at, at]
    median,    ///< a median error of each answer is within [-at, at]
    quantile,  ///< the size is at most `at` with probability at least `share`
    coverage,  ///< the interval holds the truth with probability at least `share`
    largest    ///< the size is never above `at`
  };
  Kind kind = Kind::rmse;
  double at = 0, share = 0;
  friend bool operator==(UtilityClaim const&, UtilityClaim const&) = default;
};

struct UtilityOptions {
  std::vector<double> truth;  ///< of each answer; of an interval alone one number
  std::vector<AnswerColumn> answers{};
  std::optional<std::pair<AnswerColumn, AnswerColumn>> interval{};  ///< its ends; it should hold truth.front()
  std::vector<UtilityClaim> claims{};
  double level = 0.05;  ///< for all claims together, and again for all bounds together
  std::uint64_t budget = 1'000'000;
  std::uint64_t seed = 1;
  sim::Generator generator = sim::Generator::ars;
  sim::Execution execution{};
};

/// A number that is not known, with a certified interval for it.
struct Bounded {
  double estimate = std::numeric_limits<double>::quiet_NaN();  ///< promises nothing
  std::optional<double> lower{}, upper{};                      ///< empty where nothing bounds it
};

/// What became of a claim.
struct TestedUtility {
  UtilityClaim claim{};
  double level = 0;         ///< its share
  double log_wealth = 0;    ///< against it, when its releases ended
  bool refuted = false;     ///< of bias: it, or the claim that it takes for granted
  bool open = false;        ///< of bias: what it takes for granted is refuted itself, and nothing is said of it
  std::uint64_t after = 0;  ///< releases until it was refuted, as looks saw it; 0: it was not
  /// What is certified at this level: lower bounds on the root mean square error and on the largest |mean error|; on
  /// the probability of an error beyond [-at, at] on one side; upper bounds on the probabilities of quantile and
  /// coverage. Of largest, the largest size that was seen. Of an open claim 0.
  double certified = 0;
  std::uint64_t misses = 0;  ///< of quantile and coverage: releases that were not as claimed
  /// Of median, quantile and coverage: misses as common as this would have been refuted with probability 0.99 by the
  /// whole budget. 1 where none.
  std::optional<double> detectable{};
};

struct SizeQuantile {
  double share = 0.5;
  Bounded size{};
};

/// How accurate releases of one dataset were.
///
/// Statistic:  releases of purpose `search` say which bets to lay; nothing is certified on them. Then looks, each a
///             quarter of what was seen before. Numbers that are none count as infinite errors.
///             Bets on non-negative means (wealth/mean_bet.hpp) are laid on squares, misses and widths, and on signed
///             errors (wealth/bias_bet.hpp) where a second moment is claimed. Quantiles are order statistics whose
///             ranks follow from the same bets [HR22].
/// Guarantee:  a claim that holds is ever refuted with probability at most its level, all together at most `level`; a
///             claim of bias, where the claim that it takes for granted holds as well.
///             All bounds of `rmse` to `width` hold together with probability at least 1 - level. Both at all times.
/// Assumes:    releases are independent, or each given those before obeys the claim; a claimed bound holds for upper
///             bounds on rmse; a bound or an rmse that are claimed hold for bounds on bias.
/// Ends:       when all claims are refuted or rest on one that is, when the budget is spent, or when interrupted, with
/// what was seen.
struct Utility {
  enum class End { refuted, budget_spent, interrupted };
  std::vector<TestedUtility> claims{};
  Bounded rmse{}, bias{};  ///< bias: of one answer; of several, of the one that is off most, without bounds
  std::vector<SizeQuantile> quantiles{};  ///< of the size of the error, at 0.5, 0.9, 0.95, 0.99
  Bounded coverage{}, width{};            ///< of the interval; of its width the mean
  double largest = 0;                     ///< size that was seen
  std::uint64_t not_numbers = 0;          ///< releases with an answer, or an end, that is none
  std::uint64_t releases = 0, learned_from = 0;
  std::size_t bounds = 0;  ///< that hold together
  double level = 0;
  End end = End::budget_spent;

  bool refuted() const;
};

/// How many releases say which bets to lay, of so large a budget.
std::uint64_t learned_from(std::uint64_t budget);

/// Before anything is drawn. @throws std::invalid_argument for claims that nothing can test, and columns that are not
/// there.
void require_answerable(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                        UtilityOptions const& options);

/// @throws std::invalid_argument as above.
Utility measure_utility(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                        UtilityOptions const& options);

}  // namespace warner::verify
