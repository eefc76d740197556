#pragma once

#include <functional>
#include <vector>

#include "mechanisms/contract/guarantee.hpp"
#include "verify/bounds/claimed_divergences.hpp"

namespace warner::verify {

/// A claimed trade-off function as bets read it.
/// Each (epsilon, delta(epsilon)) is a supporting line of it, or lies below one, and holds where the claim does.
/// [DRS19, proposition 2.12]
struct Profile {
  std::function<double(double epsilon)> delta;  ///< for epsilon >= 0, rounded up
  /// The epsilon of the line that touches where a test's type I error is alpha.
  std::function<double(double alpha)> tangent;
  double like_mu = 0;                ///< the mu of the Gaussian claim that allows the same total variation
  ClaimedDivergences divergences{};  ///< what is claimed of Renyi divergences, whose trade-off function is the above
};

/// mu-Gaussian DP, mu >= 0.
Profile gaussian_profile(double mu);

/// Statements that all hold at once.
Profile tradeoff_profile(mechanisms::TradeoffDp const& claim);

/// The claim with another number in the place of the one that it names: at the epsilons of its own lines alone.
/// It rises with the number. @param lines: those of the claim. @throws std::invalid_argument unless that is one number.
Profile divergence_profile(ClaimedDivergences const& claim, std::vector<DivergenceLine> const& lines, double number);

}  // namespace warner::verify
