#pragma once

#include <functional>
#include <vector>

#include "mechanisms/privacy/finite_law.hpp"

namespace warner::mechanisms::privacy {

/// The law of the privacy loss of one pair in one direction: a part with a density and atoms. The density lives on a
/// variable x in which it is smooth at the scale `panel`, and in which the loss increases; under Q it is the one under
/// P times e^-loss.
struct LossLaw {
  double low = 0, high = 0;  ///< where x lies; mass outside (under P) is at most `outside` on each side
  double panel = 1;          ///< Gauss-Legendre with five nodes is exact to a double on panels this wide
  double outside = 0;
  std::function<double(double)> density, loss;  ///< under P; empty where there are only atoms
  std::function<double(double)> x_at;           ///< inverse of the loss; clamped to [low, high] by the caller
  std::vector<Outcome> atoms;
  double lattice = 0;  ///< atoms are this far apart, or multiples of it; 0: they are not
};

/// Laplace noise, distance / scale = shift: atoms at both ends, a density between.
LossLaw laplace_loss(double shift);

/// Gaussian noise, distance / standard deviation = mu. `reach`: how many standard deviations of the noise are looked
/// at, at most 37.
LossLaw gaussian_loss(double mu, double reach = 14);

/// Finitely many outcomes; `lattice` as above.
LossLaw finite_loss(FiniteLaw const& law, double lattice = 0);

/// Poisson subsampling at rate q of a pair that is its own mirror image; Q is the law without the record [BBG18].
/// `removed`: (1 - q) Q + q P against Q; else Q against (1 - q) Q + q P. Exact, and the two differ.
LossLaw subsampled_loss(LossLaw const& base, double q, bool removed);

}  // namespace warner::mechanisms::privacy
