#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "mechanisms/privacy/panels.hpp"

namespace warner::mechanisms::privacy {

/// The noise of a sparse vector: a threshold T with Laplace noise rho, fresh Laplace noise nu for every query.
struct ThresholdNoise {
  double threshold = 1;
  double threshold_scale = 1;  ///< of rho
  double query_scale = 1;      ///< of nu; 0 for none
};

/// The law of the flags "x + nu >= T + rho" of queries that share one rho. Queries come in classes of equal answers.
class FlagLaw {
 public:
  /// answers[g] is the answer of class g; in all at most `queries` queries are asked.
  FlagLaw(std::vector<double> answers, ThresholdNoise const& noise, std::size_t queries);

  /// Pr[below[g] given queries of class g are below, above[g] others are not]: the integral over rho of a product of F
  /// and 1 - F. Relative error about 1e-12.
  double mass(std::span<int const> below, std::span<int const> above) const;

 private:
  Panels panels_;
  std::vector<double> density_;             // of rho at the nodes, times the weight
  std::vector<std::vector<double>> below_;  // F of each class at the nodes
  std::vector<std::vector<double>> above_;  // 1 - F
};

/// Outcomes of a sparse vector that are alike: the same numbers of queries below and above in each class.
struct FlagOutcome {
  std::vector<int> below, above;
  double ways = 1;
};

/// ln of the masses of outcomes, also of those that no double holds: their ratios count. -infinity where one is
/// impossible. Relative error of a mass about 1e-12. Empty where answers are so far apart, and outcomes so many, that
/// it takes longer than a moment.
std::optional<std::vector<double>> log_flag_masses(std::span<double const> answers, ThresholdNoise const& noise,
                                                   std::size_t queries, std::span<FlagOutcome const> outcomes);

/// All of them, for queries of these classes asked in order until `cutoff` flags are above. Empty if there are more
/// than 20'000.
std::vector<FlagOutcome> flag_outcomes(std::span<std::size_t const> class_of_query, std::size_t classes,
                                       std::size_t cutoff);

}  // namespace warner::mechanisms::privacy
