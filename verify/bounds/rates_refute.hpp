#pragma once

#include <vector>

#include "mechanisms/contract/guarantee.hpp"
#include "verify/bounds/claimed_divergences.hpp"
#include "verify/bounds/divergence_bounds.hpp"

namespace warner::verify {

/// Several claims at once, as a measurement tests them: by what one tally certifies of her guesses.
struct ClaimsOfRates {
  std::vector<mechanisms::ApproximateDp> statements{};
  ClaimedDivergences divergences{};
};

/// Whether certified rates contradict any of the claims.
/// All follow from the one event that the rates hold, so they share its level.
bool refute(CertifiedRates const& rates, ClaimsOfRates const& claims);

/// The same of a tally of the fair coin, for who asks of many: more right guesses never refute less.
/// The least Pr[right] that refutes is sought once for each number of wrong guesses.
class RatesRefute {
 public:
  /// @param level: in (0, 1). @param directions: 1 or 2.
  RatesRefute(ClaimsOfRates claims, double level, int directions);

  bool operator()(sim::Tally const& tally);

 private:
  ClaimsOfRates claims_;
  double level_;
  int directions_;
  sim::Tally last_{};         // of which the next is known
  double right_allowed_ = 1;  // Pr[right] at most, for so many wrong guesses
};

}  // namespace warner::verify
