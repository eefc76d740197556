#pragma once

#include <span>

#include "verify/learn/looks.hpp"

namespace warner::verify {

/// Pearson's statistic of two samples, and its degrees of freedom, at least 1.
struct Difference {
  double statistic, freedom;

  double beyond_mean() const;  ///< beyond what it is on average where nothing differs; at least 0
  /// Beyond nearly all that it is then, so many standard deviations above; below 0 where it may be chance.
  double beyond_chance(double deviations = verify::beyond_chance) const;
};

/// @param a, b: how many of each sample lie in each cell. Samples may differ in size; an empty one says nothing.
Difference difference(std::span<double const> a, std::span<double const> b);

/// Of the first half of the numbers from the second, in cells of equal mass; NaN is passed over.
Difference difference_of_halves(std::span<double const> numbers);

}  // namespace warner::verify
