#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanisms/contract/guarantee.hpp"
#include "verify/plan.hpp"

namespace warner::cli {

/// A violation of claims, as large as somebody says, for verify/plan.hpp.
struct AskedViolation {
  verify::Violation violation;    ///< its odds, and what is claimed
  std::optional<double> truly{};  ///< in the currency of the claim: epsilon, but where one mu, rho or Renyi divergence
                                  ///< is claimed alone
  std::string words;              ///< what is claimed
  bool own_currency = false;
};

/// How large it is: a number in the currency of the claim, or so many times what is claimed; none: there is no one.
struct ViolationSize {
  std::optional<double> is{}, times{};
};

/// A violation of an epsilon at a delta.
AskedViolation violation_of_epsilon(double epsilon, double delta, ViolationSize const& size);

/// Of claims of any kind, all at once; an epsilon-DP is at this delta. @param speaks: a share of the trials.
/// @throws std::invalid_argument where no guesses show as much.
AskedViolation violation_of(std::vector<mechanisms::Guarantee> claims, std::optional<double> delta,
                            ViolationSize const& size, double speaks);

}  // namespace warner::cli
