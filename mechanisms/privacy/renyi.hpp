#pragma once

namespace warner::mechanisms::privacy {

/// Renyi divergences of order > 0 in natural logarithms [M17]; order 1 is the Kullback-Leibler divergence. They add over releases.

/// Laplace noise, distance / scale = shift.
double laplace_renyi(double shift, double order);

/// Gaussian noise, distance / standard deviation = mu: order mu^2 / 2.
double gaussian_renyi(double mu, double order);

/// Discrete Gaussian noise of parameter sigma2, integer distance: order shift^2 / (2 sigma2) at whole orders, a little less between [CKS20].
double discrete_gaussian_renyi(double sigma2, int shift, double order);

/// Gaussian noise under Poisson subsampling at rate q, the record removed; whole orders >= 2, a finite sum.
/// @throws std::invalid_argument for other orders.
double subsampled_gaussian_renyi(double q, double mu, double order);

/// The rho of zero-concentrated privacy [BS16]: exact for the Gaussian, the bound epsilon^2 / 2 for a pure epsilon.
double gaussian_rho(double mu);
double rho_upper_of_pure(double epsilon);

}  // namespace warner::mechanisms::privacy
