#pragma once

#include "mechanisms/central/laplace_answers.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::central {

/// The sum of the records clamped to [lower, upper]; NaN is the caller's to refuse.
double clamped_sum(Dataset const& records, double lower, double upper);

/// An interval from "lower" and "upper", [0, 1] by default. @throws std::invalid_argument unless lower < upper, both
/// finite.
struct Interval {
  double lower = 0, upper = 1;
  double middle() const { return lower + (upper - lower) / 2; }
  double largest() const;  ///< max(|lower|, |upper|)
};
Interval interval_from(Arguments const& values);

}  // namespace warner::mechanisms::central
