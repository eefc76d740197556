#pragma once

#include <span>
#include <vector>

namespace warner::mechanisms::privacy {

/// One of the tests that a query passes in turn, each with fresh Laplace noise nu: above if x + nu - (T + rho) >=
/// margin. The first that says above releases a value: the gap x + nu - (T + rho), or x + nu itself.
struct ValueBranch {
  double scale = 1;  ///< of nu
  double margin = 0;
  bool gap = true;  ///< releases the gap, else x + nu
  double flag = 1;  ///< what is released beside the value
  double cost = 1;  ///< of being above
};

/// epsilon, both directions, of a sparse vector that stops at its first query above and releases a value there: the
/// supremum of the log ratio over the place where it stops, the branch and the value. The density at a value is an
/// integral over rho of products of exponential pieces; values stand on a grid of about a tenth of a scale that reaches
/// past every kink, where the ratio is constant.
double threshold_value_epsilon(std::span<double const> d, std::span<double const> d_prime, double threshold,
                               double threshold_scale, std::span<ValueBranch const> branches);

}  // namespace warner::mechanisms::privacy
