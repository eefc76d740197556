#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace warner::mechanisms::privacy {

struct LossLaw;

/// All that is exactly known of the privacy of one pair of laws (P, Q), P of M(d) and Q of M(d_prime). A mechanism
/// makes one for a pair; the exact epsilon of an audit, the verbs profile, tradeoff and compose, and the figures read
/// it. An empty function is not known.
struct PairPrivacy {
  std::function<double(double)> delta;  ///< at epsilon >= 0, the larger direction
  std::function<double(double)>
      epsilon;  ///< at delta in [0, 1], the larger direction; may be infinite, NaN where it is not known at this delta
  std::function<double(double)>
      beta;  ///< at alpha in [0, 1]: the least Pr_P[accept] of a test with Pr_Q[reject] = alpha
  std::function<double(double)> renyi;  ///< at an order > 0, the larger direction, natural logarithms
  std::optional<double> mu{};           ///< a Gaussian pair: composes by its own rule
  std::vector<double> shifts{};  ///< independent Laplace noises, distance / scale each: compose to all of them together
  std::function<std::vector<LossLaw>()>
      losses;  ///< one direction, or two where they differ; empty: it does not compose
};

/// From the exact epsilon of each delta alone: what a mechanism's exact_epsilon knows of a pair.
PairPrivacy epsilon_pair(std::function<double(double)> epsilon);

}  // namespace warner::mechanisms::privacy
