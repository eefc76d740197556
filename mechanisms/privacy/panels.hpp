#pragma once

#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace warner::mechanisms::privacy {

/// Gauss-Legendre rules of sixteen points on panels of the line, no panel with a kink inside: for integrands that are
/// analytic between kinks and decay like e^(-|z| / reach). Panels are at most `width` wide and end 40 reaches beyond
/// the outermost kinks, where e^-40 of the mass is left. Width times the steepest rate of the integrand should not
/// exceed 12 or so: then the error is below 1e-13 of the integral. Where the integrand is nothing beyond so many
/// reaches from the kinks on either side, as e^-800 is, what lies between is left out.
/// @throws std::invalid_argument where it takes more than two million panels.
struct Panels {
  std::vector<double> nodes, weights;

  Panels(std::vector<double> kinks, double width, double reach,
         double nothing_beyond = std::numeric_limits<double>::infinity());
  double integral(std::function<double(double)> const& f) const;
};

/// The ends of such panels, from left to right.
std::vector<std::pair<double, double>> panel_edges(std::vector<double> kinks, double width, double reach,
                                                   double nothing_beyond = std::numeric_limits<double>::infinity());

}  // namespace warner::mechanisms::privacy
