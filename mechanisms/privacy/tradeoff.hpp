#pragma once

namespace warner::mechanisms::privacy {

/// Trade-off functions of pairs: the least type II error beta of a test of D against D' with type I error alpha in [0,
/// 1] [DRS19]. All are exact, convex, and their own inverse.

/// (epsilon, delta)-DP itself: max(0, 1 - delta - e^epsilon alpha, e^-epsilon (1 - delta - alpha)) [WZ10, KOV15].
double approximate_dp_tradeoff(double epsilon, double delta, double alpha);

/// Laplace noise, distance / scale = shift.
double laplace_tradeoff(double shift, double alpha);

/// Gaussian noise, distance / standard deviation = mu: G_mu(alpha) = Phi(Phi^-1(1 - alpha) - mu).
double gaussian_tradeoff(double mu, double alpha);

}  // namespace warner::mechanisms::privacy
