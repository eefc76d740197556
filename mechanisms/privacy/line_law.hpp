#pragma once

#include <functional>
#include <vector>

#include "mechanisms/privacy/finite_law.hpp"

namespace warner::mechanisms::privacy {

/// A pair of laws (P, Q) on the line: densities, analytic between kinks and falling like e^(-|z| / reach) beyond the
/// outermost, and atoms. Divergences are integrals by Gauss-Legendre panels (Panels) that are cut where the integrand
/// changes sign: about 1e-12 absolute.
struct LineLaw {
  std::function<double(double)> log_p, log_q;  ///< natural logarithms of the densities; -inf where there is none
  std::vector<double> kinks;                   ///< of either density, at least one; the ends of a support are kinks
  double width = 1;              ///< of a panel: times the steepest rate of the integrand not above 12 or so
  double reach = 1;              ///< the slower decay of both
  double pure_epsilon = 0;       ///< the largest |loss|, which no quadrature finds; may be infinite
  std::vector<Outcome> atoms{};  ///< p and q; the loss is not read

  /// sup over events of P(E) - e^epsilon Q(E), any real epsilon.
  double delta(double epsilon) const;
  /// Q against P.
  LineLaw swapped() const;
  /// Renyi divergence of P from Q, order > 0.
  double renyi(double order) const;
};

}  // namespace warner::mechanisms::privacy
