#pragma once

#include <cstdint>

namespace warner::verify {

/// Exact one-sided confidence bounds on a binomial proportion [CP34], pushed outward.
/// As computed, the defining tail probability at the returned double is at most `level`.
/// So the level is not lost to a quantile's rounding.
///
///   lower: the (about) largest p with Pr[Binomial(n, p) >= k] <= level; 0 for k = 0
///   upper: the (about) smallest p with Pr[Binomial(n, p) <= k] <= level; 1 for k = n
///
/// Guarantee:  Pr[lower > p] <= level, Pr[upper < p] <= level, for every n and p.
/// @throws std::invalid_argument when successes > trials, trials > 2^53, or level is not in (0, 1).
double clopper_pearson_lower(std::uint64_t successes, std::uint64_t trials, double level);
double clopper_pearson_upper(std::uint64_t successes, std::uint64_t trials, double level);

/// The tails themselves: Pr[Binomial(n, p) >= k] and Pr[Binomial(n, p) <= k].
double binomial_at_least(std::uint64_t k, std::uint64_t n, double p);
double binomial_at_most(std::uint64_t k, std::uint64_t n, double p);

}  // namespace warner::verify
