#pragma once

namespace warner::mechanisms::privacy {

/// Renyi divergences of order > 0 in natural logarithms [M17]; order 1 is the Kullback-Leibler divergence. They add
/// over releases.

/// Laplace noise, distance / scale = shift.
double laplace_renyi(double shift, double order);

/// Gaussian noise, distance / standard deviation = mu: order mu^2 / 2.
double gaussian_renyi(double mu, double order);

/// Discrete Gaussian noise of parameter sigma2, integer distance: order shift^2 / (2 sigma2) at whole orders, a little
/// less between [CKS20].
double discrete_gaussian_renyi(double sigma2, int shift, double order);

/// Gaussian noise under Poisson subsampling at rate q [MTZ19]: (1 - q) N(0, 1) + q N(mu, 1) from N(0, 1) where the
/// record is `removed`, else N(0, 1) from it. Whole orders >= 2 of the first are a finite sum; all others an integral,
/// about 1e-13.
double subsampled_gaussian_renyi(double q, double mu, double order, bool removed = true);

/// The rho of zero-concentrated privacy [BS16]: exact for the Gaussian, the bound epsilon^2 / 2 for a pure epsilon.
double gaussian_rho(double mu);
double rho_upper_of_pure(double epsilon);

}  // namespace warner::mechanisms::privacy
