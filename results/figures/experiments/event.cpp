#include "results/figures/experiments/event.hpp"

#include <cmath>

namespace warner::results::experiments {

double Event::exact_gap(double epsilon) const { return p - std::exp(epsilon) * q; }

Interval Event::gap(double epsilon, double level, std::size_t family) const {
  auto const here = proportion_interval(under_d, trials, level, 2 * family),
             there = proportion_interval(under_d_prime, trials, level, 2 * family);
  auto const e = std::exp(epsilon);
  return {here.estimate - e * there.estimate, here.lower - e * there.upper, here.upper - e * there.lower};
}

void Event::compare(Agreement& agreement, std::string const& what) const {
  agreement.proportion(what + ", under D", under_d, trials, p);
  agreement.proportion(what + ", under D'", under_d_prime, trials, q);
}

}  // namespace warner::results::experiments
