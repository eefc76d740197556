#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "sim/tally.hpp"

namespace warner::verify {

/// Whether a tally refutes. Of the rules here, more right guesses never refute less, and more wrong ones never more.
using Refutes = std::function<bool(sim::Tally const& tally)>;

/// How often an adversary is right, and wrong, as shares of all trials; in the rest she abstains.
struct GuessRates {
  double right = 0, wrong = 0;
};

struct PowerBounds {
  double lower = 0, upper = 1;
};

/// Pr[a rule refutes] of so many independent trials, from both sides; guesses, and right ones among them, are random.
///
/// Statistic:  the sum over w of Pr[Binomial(N, wrong) = w] Pr[Binomial(N - w, right / (1 - wrong)) >= least], least
///             being the fewest right guesses that refute beside w wrong ones.
///             1. The second factor falls in w, so an interval of w is bounded by its ends.
///             2. The interval whose two bounds differ most is halved.
///             3. That ends when the bounds agree, or tell whether the power is at least `asked`, or after 600
///             halvings:
///                the upper bound is then loose by about a thousandth.
/// Guarantee:  lower <= Pr[refuted] <= upper, but for the rounding of the incomplete beta function
///             (verify/bounds/clopper_pearson.cpp). Exact where all speak or w takes few values.
/// @throws std::invalid_argument unless the rates are not negative and their sum is at most 1.
PowerBounds refutation_power(Refutes const& refutes, std::uint64_t trials, GuessRates const& rates,
                             std::optional<double> asked = {});

}  // namespace warner::verify
