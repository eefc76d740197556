#pragma once

#include <span>
#include <vector>

#include "mechanisms/privacy/loss_law.hpp"

namespace warner::mechanisms::privacy {

/// The truth lies between: rounding, truncation and wrapping around are in it.
struct Bounds {
  double lower = 0, upper = 0;
};

/// `count` independent releases of a pair with this loss, in one direction.
struct Releases {
  LossLaw law;
  int count = 1;
};

/// Certified bounds on delta(epsilon), and on epsilon(delta), of the composition of all releases, in one direction (P
/// against Q; the larger of both directions is the caller's to take). The step is refined until upper - lower < `gap`
/// upper, or as far as memory goes.
///
/// Both laws, dominating and dominated, are tilted by the theta of the Chernoff bound, so that errors are relative to
/// delta; a power of the Fourier transform composes them. For either law, with t the transform's relative error and a
/// the tilted masses: the composed masses err by at most sum of k_j (t + 4 u) |a_j| + (t + 3 u k) |c| in the Euclidean
/// norm, by Parseval and because a spectrum of masses is at most one; their weights e^(-theta (g - epsilon)) have a
/// norm that is a geometric sum, and Cauchy-Schwarz gives the error of delta. The mass that wraps around is bounded by
/// Chernoff on both sides.
/// @throws std::invalid_argument unless epsilon >= 0 and delta in (0, 1).
Bounds composed_delta(std::vector<Releases> const& releases, double epsilon, double gap = 4e-4);
Bounds composed_epsilon(std::vector<Releases> const& releases, double delta, double gap = 4e-4);

/// Certified upper bounds on delta at several epsilons, in order, for one who needs no lower bounds: the grids are made
/// once for all of them. Every step of refinement is certified; it ends where the last one took less than three
/// hundredths off each bound, which leaves some thousandths, or where the grids have half a million points.
/// @throws std::invalid_argument unless every epsilon >= 0.
std::vector<double> composed_delta_upper(std::vector<Releases> const& releases, std::span<double const> epsilons);

}  // namespace warner::mechanisms::privacy
