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

/// Pr[a rule refutes] of so many independent trials, from both sides: the number of guesses is random, as are the right
/// ones among them.
///
/// Statistic:  sum over w of Pr[Binomial(N, wrong) = w] Pr[Binomial(N - w, right / (1 - wrong)) >= least right guesses
///             that refute beside w]. The second factor falls in w, so a block of w is bounded by its ends, from below
///             by the last and from above by the one before the first. Blocks are halved where their two bounds differ
///             most, until they agree, or answer whether the power is at least `asked`, or are too many (the upper
///             bound is then loose by about a thousandth).
/// Guarantee:  lower <= Pr[refuted] <= upper, but for the rounding of the incomplete beta function
///             (verify/bounds/clopper_pearson.cpp). Exact where all speak or w takes few values.
/// Errors:     std::invalid_argument unless the rates are not negative and their sum is at most 1.
PowerBounds refutation_power(Refutes const& refutes, std::uint64_t trials, GuessRates const& rates,
                             std::optional<double> asked = {});

}  // namespace warner::verify
