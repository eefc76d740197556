#pragma once

#include "mechanisms/central/laplace_answers.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::central {

/// Counts, sums and means of records with Laplace noise. All claim epsilon and reach it on their default pair.
///   sum            n numbers of which one moves by at most 1, scale 1 / epsilon [DMNS06]
///   partial-sum    the same over the first `count` of them [D18]
///   noisy-count    how many records there are; a person has up to l0 of them, scale l0 / epsilon; geometric noise
///                  where `discrete`
///   bounded-sum    records clamped to [L, U] and added; a person has up to l0, scale l0 max(|L|, |U|) / epsilon
///                  [WZLDSG20]
///   mean-known-n   records clamped to [L, U], their sum / n, substitution, scale (U - L) / (n epsilon); with Gaussian
///                  noise of the analytic sigma for the same sensitivity where `gaussian`, then (epsilon, delta) [BW18]
Entry sum_entry();
Entry partial_sum_entry();
Entry noisy_count_entry();
Entry bounded_sum_entry();
Entry mean_known_n_entry();

/// The sum of the records clamped to [lower, upper]; NaN is the caller's to refuse.
double clamped_sum(Dataset const& records, double lower, double upper);

/// An interval from "lower" and "upper", [0, 1] by default. @throws std::invalid_argument unless lower < upper, both
/// finite.
struct Interval {
  double lower = 0, upper = 1;
  double middle() const { return lower + (upper - lower) / 2; }
  double largest() const;  ///< max(|lower|, |upper|)
};
Interval interval_from(Given const& given);

}  // namespace warner::mechanisms::central
