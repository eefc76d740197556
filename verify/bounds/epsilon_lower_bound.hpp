#pragma once

#include "sim/tally.hpp"

namespace warner::verify {

/// Certified lower bound on the epsilon of a pair at `delta`, from one tally of the distinguishing game.
///
/// Statistic:  delta = 0: logit of the Clopper-Pearson lower bound on Pr[right | spoke], at the full level: given the
///             number of guesses, the right ones are binomial with odds at most e^epsilon. No union bound is paid.
///             delta > 0: ln((r - delta) / w), r the lower bound on Pr[right] and w the upper one on Pr[wrong], each at
///             level / 2; 0 when r <= delta.
///             Of a biased coin, plus ln(odds): guesses are right with odds of at most e^epsilon / odds.
/// Guarantee:  Pr[bound > epsilon] <= level for every number of trials.
/// Assumes:    the strategy was fixed before these trials; a coin of its own stream, of the tally's odds; independent
///             trials that are alike.
/// Reading:    bound > claim refutes the claim at that level; bound <= claim refutes nothing.
///
/// A strategy that speaks in one direction only spends half of delta with the fair coin (docs/decisions/0005).
/// (G) then reads Pr[right] <= e^epsilon Pr[wrong] + delta / 2, because the other inequality is not used.
/// With a biased coin it spends less: the caller passes Strategy::share_of.
///
/// @throws std::invalid_argument when delta is not in [0, 1) or level not in (0, 1).
double epsilon_lower_bound(sim::Tally const& tally, double delta, double level);

/// The plug-in value of the same quantity: infinity when no guess was wrong, 0 when none was made. Certifies nothing.
double epsilon_estimate(sim::Tally const& tally, double delta);

}  // namespace warner::verify
