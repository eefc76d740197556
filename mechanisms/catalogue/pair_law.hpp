#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"
#include "mechanisms/privacy/loss_composition.hpp"
#include "mechanisms/privacy/pair_privacy.hpp"

namespace warner::mechanisms::privacy {

/// What is known of a mechanism's worst pair, by its name and parameters: all that the verbs profile, tradeoff and
/// compose ask.
struct PairLaw : PairPrivacy {
  std::string name;
  Parameters parameters;  ///< as resolved
};

/// Names and parameters are the registry's, and besides, which are no entries: approximate-dp (epsilon, delta: the
/// worst pair of that claim) and subsampled-laplace (q, epsilon or scale, sensitivity). Of the registry, the default
/// pair is asked.
/// @throws std::invalid_argument for unknown names and parameters, and where nothing is known.
PairLaw pair_law(std::string_view name, ParameterValues const& values);

/// One item of a composition.
struct Repeated {
  PairLaw law;
  int count = 1;
};

/// Certified bounds on the composition of all, the larger direction: exact to rounding for Gaussians among themselves,
/// else by privacy loss distributions. Subsampling neighbours are compared in one direction for all releases at once.
Bounds compose_delta(std::vector<Repeated> const& items, double epsilon);
Bounds compose_epsilon(std::vector<Repeated> const& items, double delta, double gap = 4e-4);
/// The upper ones at several epsilons, in order: looser by some thousandths, and all at once.
std::vector<double> compose_delta_upper(std::vector<Repeated> const& items, std::span<double const> epsilons);

}  // namespace warner::mechanisms::privacy
