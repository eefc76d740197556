#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/privacy/loss_composition.hpp"
#include "mechanisms/registry.hpp"

namespace warner::mechanisms::privacy {

/// What is known of a mechanism's worst pair by its name and parameters: everything that the verbs profile, tradeoff and compose ask.
/// Functions that are empty are not known in closed form.
struct PairLaw {
  std::string name;
  Parameters parameters;                   ///< as resolved
  std::function<double(double)> delta;     ///< at epsilon >= 0, the larger direction
  std::function<double(double)> epsilon;   ///< at delta
  std::function<double(double)> beta;      ///< at alpha; of the direction P against Q
  std::function<double(double)> renyi;     ///< at an order, the larger direction
  std::optional<double> mu;                ///< a Gaussian pair: composes by its own rule
  std::function<std::vector<LossLaw>()> losses;  ///< one direction, or two where they differ; empty: it does not compose
};

/// Names and parameters are the registry's, and besides: gaussian (sigma, sensitivity), discrete-gaussian (sigma2 or sigma, sensitivity),
/// staircase (epsilon, gamma), subsampled-gaussian (q, sigma, sensitivity), subsampled-laplace (q, epsilon or scale, sensitivity).
/// A mechanism of the registry that is not known here answers delta and epsilon by its own exact epsilon on its default pair.
/// @throws std::invalid_argument for unknown names and parameters, and where nothing is known.
PairLaw pair_law(std::string_view name, Given const& given);

/// One item of a composition.
struct Repeated {
  PairLaw law;
  int count = 1;
};

/// Certified bounds on the composition of all, the larger direction: exact to rounding for Gaussians among themselves, else by privacy
/// loss distributions. Subsampling neighbours are compared in one direction for all releases at once.
Bounds compose_delta(std::vector<Repeated> const& items, double epsilon);
Bounds compose_epsilon(std::vector<Repeated> const& items, double delta);

}  // namespace warner::mechanisms::privacy
