#pragma once

#include <vector>

#include "mechanisms/privacy/finite_law.hpp"

namespace warner::mechanisms::privacy {

/// A pair whose privacy losses lie on a lattice: loss = offset + unit i with masses p[i], q[i]. Composition convolves
/// indices, which are integers: no loss is ever rounded. All terms are positive, so k folds lose about k roundings.
struct LatticeLaw {
  long double offset = 0, unit = 1;
  std::vector<long double> p, q;

  /// k independent releases. Ends whose masses under P and Q are both at most `cut` are dropped (0: nothing is); the
  /// mass lost is at most cut times the number of outcomes dropped.
  LatticeLaw power(int k, long double cut = 0) const;

  /// The pair the other way round: Q against P.
  LatticeLaw swapped() const;

  FiniteLaw law() const;
};

/// Answers 1 with probability p under P and q under Q, both in (0, 1): a poll, randomised response.
LatticeLaw binary_law(long double p, long double q);

/// k-ary randomised response with odds e^epsilon, two true values [KOV15].
LatticeLaw k_ary_law(long double epsilon, int categories);

/// Noise of mass proportional to e^(-rate |x|) on the integers, integer shift [GRS12]: losses rate (shift - 2 x).
LatticeLaw discrete_laplace_law(long double rate, int shift);

/// Noise of mass proportional to e^(-x^2 / (2 sigma2)) on the integers, integer shift [CKS20]. Masses below about
/// 1e-200 are left out.
LatticeLaw discrete_gaussian_law(long double sigma2, int shift);

/// Staircase noise moved by its whole sensitivity: losses epsilon, 0, -epsilon.
LatticeLaw staircase_law(long double epsilon, long double gamma);

/// Shuffled binary randomised response: the number of ones among n, truth with probability p; under P one person holds
/// a 1.
FiniteLaw shuffled_response_law(int n, long double p);

}  // namespace warner::mechanisms::privacy
