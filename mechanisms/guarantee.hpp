#pragma once

#include <string>
#include <variant>

namespace warner::mechanisms {

struct PureDp { double epsilon = 0; };                    ///< Pr[M(D) in E] <= e^epsilon Pr[M(D') in E] [DMNS06]
struct ApproximateDp { double epsilon = 0, delta = 0; };  ///< the same, + delta [DKMMN06]
struct GaussianDp { double mu = 0; };                     ///< trade-off function at least G_mu [DRS19]
struct RenyiDp { double alpha = 2, epsilon = 0; };        ///< Renyi divergence of order alpha at most epsilon [M17]
struct ZeroConcentratedDp { double rho = 0; };            ///< Renyi divergence of every order alpha at most rho alpha [BS16]

/// What a mechanism says of itself.
using Guarantee = std::variant<PureDp, ApproximateDp, GaussianDp, RenyiDp, ZeroConcentratedDp>;

/// "epsilon = 1", "(epsilon, delta) = (1, 1e-05)", "mu = 0.5", ..
std::string describe(Guarantee const& guarantee);

/// The (epsilon, delta) statement that an audit tests.
///   Pure, approximate: themselves (a delta above the claimed one only weakens the statement, and is taken).
///   Gaussian: the epsilon of G_mu at `delta`. Renyi, zero-concentrated: the usual conversion at `delta` [M17, BS16].
/// All but the pure one need delta > 0. Rounded up: the statement is implied by the guarantee.
/// @throws std::invalid_argument when delta is not in [0, 1), or too small for the guarantee.
ApproximateDp statement_at(Guarantee const& guarantee, double delta);

/// The delta with which mu-GDP implies (epsilon, delta)-DP, epsilon >= 0: a supporting line of G_mu [DRS19]. Rounded up.
double delta_at(GaussianDp const& guarantee, double epsilon);

/// The delta at which a guarantee is tested when nobody names one: its own, 0 for a pure one, 1e-5 for those that bound epsilon only at a
/// positive delta.
double usual_delta(Guarantee const& guarantee);

/// @throws std::invalid_argument on NaN, negative or (where it must be) infinite numbers.
void validate(Guarantee const& guarantee);

}  // namespace warner::mechanisms
