#pragma once

#include <functional>
#include <span>

#include "mechanisms/privacy/finite_law.hpp"
#include "mechanisms/privacy/lattice_law.hpp"
#include "mechanisms/privacy/line_law.hpp"
#include "mechanisms/privacy/loss_law.hpp"
#include "mechanisms/privacy/pair_privacy.hpp"

namespace warner::mechanisms::privacy {

/// P = Q: nothing leaks.
PairPrivacy equal_pair();
/// An event of mass one under P is impossible under Q: everything leaks.
PairPrivacy disjoint_pair();

/// Laplace noise, distance / scale = shift >= 0; and independent Laplace noises. shifts that are 0 do not matter.
PairPrivacy laplace_pair(double shift);
PairPrivacy laplace_pair(std::span<double const> shifts);
/// Gaussian noise, distance / standard deviation = mu >= 0.
PairPrivacy gaussian_pair(double mu);

/// Losses on a lattice. `symmetric`: (Q, P) has the same privacy as (P, Q).
PairPrivacy lattice_pair(LatticeLaw const& lattice, bool symmetric);
/// Finitely many outcomes: masses p[i] and q[i], of which there are ways[i] alike (one each where ways is empty). A 0
/// is an impossible outcome; where masses may underflow, log_mass_pair (log_masses.hpp) takes their logarithms.
/// @throws std::invalid_argument when a mass is negative or NaN, or the lengths differ.
PairPrivacy finite_pair(std::span<double const> p, std::span<double const> q, std::span<double const> ways = {});
PairPrivacy finite_pair(FiniteLaw const& p_against_q);

/// Densities on the line and atoms, by quadrature.
PairPrivacy line_pair(LineLaw const& law);

/// `base`, a pair that is its own mirror image, on a Poisson sample at rate q [BBG18]; `loss` is base's. @throws unless
/// q is in (0, 1].
PairPrivacy subsampled_pair(PairPrivacy const& base, LossLaw const& loss, double q);

/// With probability 1 - leak as `base`, else in the open: delta of each direction is leak + (1 - leak) delta of base.
PairPrivacy leaking_pair(PairPrivacy const& base, double leak);

/// From the profile alone, delta(epsilon) of the larger direction, and the epsilon of delta = 0 (may be infinite).
PairPrivacy profile_pair(std::function<double(double)> delta, double pure_epsilon);

}  // namespace warner::mechanisms::privacy
