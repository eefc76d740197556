#pragma once

#include <functional>

namespace warner::mechanisms::privacy {

/// Privacy profiles of pairs: delta(epsilon) = sup over events E of P(E) - e^epsilon Q(E), the larger of the two
/// directions (which are equal here). Exact closed forms; relative error about 1e-12 unless said. epsilon may be
/// negative.

/// Laplace noise, distance / scale = `shift` > 0: 1 - e^((epsilon - shift) / 2) for |epsilon| <= shift [DR14].
double laplace_delta(double shift, double epsilon);

/// Gaussian noise, distance / standard deviation = mu > 0: Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)
/// [BW18]. Evaluated by scaled complementary error functions, so that it keeps its digits far into the tail.
double gaussian_delta(double mu, double epsilon);

/// ln of gaussian_delta for epsilon >= 0, where delta itself is too small for a double: about 1e-13 relative, down to
/// e^-1e300.
double gaussian_log_delta(double mu, double epsilon);

/// Two-sided geometric noise of the given ratio, integer distance `shift` >= 1.
double discrete_laplace_delta(double ratio, double shift, double epsilon);

/// A binary channel: answers 1 with probability p under D and q under D'.
double binary_delta(double p, double q, double epsilon);

/// The smallest epsilon >= 0 with profile(epsilon) <= delta, for a profile that does not increase; infinity where the
/// profile stays above. To about 1e-12, rounded up.
double epsilon_at(std::function<double(double)> const& profile, double delta);

}  // namespace warner::mechanisms::privacy
