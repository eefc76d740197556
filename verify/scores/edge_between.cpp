#include "verify/scores/edge_between.hpp"

#include "sim/decimal_digits.hpp"

namespace warner::verify {

double edge_between(double below, double above) {
  auto const middle = below / 2 + above / 2;
  for (int digits = 1; digits <= 17; ++digits) {
    auto const edge = sim::to_decimal_digits(middle, digits);
    if (below < edge && edge <= above) return edge;
  }
  return above;
}

}  // namespace warner::verify
