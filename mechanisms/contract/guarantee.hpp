#pragma once

#include <string>
#include <variant>
#include <vector>

namespace warner::mechanisms {

struct PureDp {
  double epsilon = 0;
};  ///< Pr[M(D) in E] <= e^epsilon Pr[M(D') in E] [DMNS06]
struct ApproximateDp {
  double epsilon = 0, delta = 0;
};  ///< the same, + delta [DKMMN06]
struct GaussianDp {
  double mu = 0;
};  ///< trade-off function at least G_mu [DRS19]
struct RenyiDp {
  double alpha = 2, epsilon = 0;
};  ///< Renyi divergence of order alpha at most epsilon [M17]
struct ZeroConcentratedDp {
  double rho = 0;
};  ///< Renyi divergence of every order alpha at most rho alpha [BS16]

/// All these statements at once: a trade-off function at least the piecewise linear one that they bound [WZ10, DRS19].
/// mechanisms/contract/tradeoff_dp.hpp makes it and reads it.
struct TradeoffDp {
  std::vector<ApproximateDp> statements{};  ///< epsilon rising, delta falling, none implied by the others
  std::string words{};                      ///< "as private as gaussian sigma=1 x10"
};

/// What a mechanism says of itself, or what somebody claims of it.
using Guarantee = std::variant<PureDp, ApproximateDp, GaussianDp, RenyiDp, ZeroConcentratedDp, TradeoffDp>;

/// "epsilon = 1", "(epsilon, delta) = (1, 1e-05)", "mu = 0.5", ..
std::string describe(Guarantee const& guarantee);

/// The (epsilon, delta) statement that an audit tests.
///   Pure, approximate: themselves (a delta above the claimed one only weakens the statement, and is taken).
///   Gaussian: the epsilon of G_mu at `delta`. Renyi, zero-concentrated: the usual conversion at `delta` [M17, BS16].
///   Trade-off: what its statements imply at `delta`, none of which may be below all of theirs.
/// Gaussian, Renyi and zero-concentrated need delta > 0. Rounded up: the statement is implied by the guarantee.
/// @throws std::invalid_argument when delta is not in [0, 1), or too small for the guarantee.
ApproximateDp statement_at(Guarantee const& guarantee, double delta);

/// The delta with which mu-GDP implies (epsilon, delta)-DP, epsilon >= 0: a supporting line of G_mu [DRS19]. Rounded
/// up, but to no more than 1 - 2^-50, which it exceeds from mu = 16 or so: a statement takes no delta of 1, and no
/// audit plays the 2^50 trials that would tell them apart.
double delta_at(GaussianDp const& guarantee, double epsilon);

/// The delta that follows from statements at epsilon >= 0. Rounded up.
double delta_at(TradeoffDp const& claim, double epsilon);

/// The epsilon of the statement that allows a test the least power where its type I error is alpha: the one of the
/// smallest delta + e^epsilon alpha.
double tangent_epsilon(TradeoffDp const& claim, double alpha);

/// The delta at which a guarantee is tested when nobody names one: its own (of several the smallest), 0 for a pure one,
/// 1e-5 for those that bound epsilon only at a positive delta.
double usual_delta(Guarantee const& guarantee);

/// @throws std::invalid_argument on NaN, negative or (where it must be) infinite numbers.
void validate(Guarantee const& guarantee);

}  // namespace warner::mechanisms
