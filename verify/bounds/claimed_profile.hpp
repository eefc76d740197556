#pragma once

#include <functional>

#include "mechanisms/contract/guarantee.hpp"

namespace warner::verify {

/// A claimed trade-off function as bets read it.
/// Each (epsilon, delta(epsilon)) is a supporting line of it, or lies below one, and holds where the claim does.
/// [DRS19, proposition 2.12]
struct Profile {
  std::function<double(double epsilon)> delta;  ///< for epsilon >= 0, rounded up
  /// The epsilon of the line that touches where a test's type I error is alpha.
  std::function<double(double alpha)> tangent;
  double like_mu = 0;  ///< the mu of the Gaussian claim that allows the same total variation
};

/// mu-Gaussian DP, mu >= 0.
Profile gaussian_profile(double mu);

/// Statements that all hold at once.
Profile tradeoff_profile(mechanisms::TradeoffDp const& claim);

}  // namespace warner::verify
